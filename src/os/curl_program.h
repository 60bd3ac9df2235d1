// The curl program, for machines and programs that cannot open libcurl. One transfer, described by lines of its
// configuration; nothing secret is in its arguments, which everybody can see. Internal to os.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "os/cancel_token.h"
#include "os/http_receiver.h"

namespace assay::os {

// Lines of a configuration. A value may hold anything but NUL.
class CurlConfig {
 public:
  void add(std::string_view option);
  void add(std::string_view option, std::string_view value);
  const std::string& text() const { return m_text; }

 private:
  std::string m_text;
};

struct CurlTransfer {
  CurlConfig config;
  std::string_view input;  // its standard input: what is sent
  std::chrono::milliseconds timeout{10'000};
};

struct CurlEnd {
  TransferEnd end;
  std::string head;  // all heads that came, in their order
};

// `on_output` gets what the program prints, piece by piece; when it returns false the program is ended. Errors
// (unavailable): there is no such program, it cannot be started, or somebody cancelled it.
Result<CurlEnd> run_curl(CurlTransfer transfer, const std::function<bool(std::string_view)>& on_output,
                         const CancelToken* cancel);

}  // namespace assay::os
