// Takes the output of a command from its pipe: to a file, to a callback, and the two ends of it in
// memory. Internal to os.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/files.h"
#include "os/process/process.h"

namespace assay::os {

enum class ReadState { some, nothing_now, end /* nobody writes any more */ };

class OutputKeeper {
 public:
  static Result<OutputKeeper> open(const OutputOptions& options, const OnOutput& on_output);

  ReadState take_from(int pipe);  // once, what is there
  void discard_from(int pipe);    // the same, and forgets it

  int file() const { return m_file.get(); }  // -1: there is none
  std::uint64_t bytes() const { return m_bytes; }
  const Result<void>& written() const { return m_written; }
  // Fills in what the outcome says about output.
  void finish(Outcome& outcome);

 private:
  OutputKeeper(const OutputOptions& options, const OnOutput& on_output, Fd file);
  bool may_splice() const;
  void write_file(std::string_view chunk);
  char* buffer();
  long splice_from(int pipe);
  void show_spliced(std::uint64_t size);
  long read_from(int pipe);
  void keep(std::string_view chunk);
  void keep_tail(std::string_view chunk);
  void load_ends();

  const OutputOptions& m_options;
  const OnOutput& m_on_output;
  Fd m_file;
  Result<void> m_written;
  std::uint64_t m_bytes = 0;
  std::uint64_t m_file_bytes = 0;
  bool m_spliced = false;  // what the file holds did not pass through memory
  bool m_cannot_splice = false;
  std::string m_head;
  std::string m_ring;  // the last bytes behind the head, beginning at m_ring_at once full
  size_t m_ring_at = 0;
  std::unique_ptr<char[]> m_buffer;
};

}  // namespace assay::os
