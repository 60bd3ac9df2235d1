// Any bytes are coverage, and any bytes are the files that it is about. Lines are bounded, only wanted files are kept,
// and reading again gives the same. The first byte chooses the format; a line of "--" ends the coverage.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "drip.h"
#include "reports/coverage.h"

namespace {

using namespace assay;

using fuzz::require;
using reports::CoverageFormat;

constexpr CoverageFormat k_formats[] = {CoverageFormat::lines_json, CoverageFormat::v8, CoverageFormat::go_profile,
                                        CoverageFormat::lcov, CoverageFormat::coverage_py};

class Same : public reports::Files {
 public:
  explicit Same(std::string_view text) : m_text(text) {}
  std::optional<std::string> read(std::string_view) const override { return std::string(m_text); }

 private:
  std::string_view m_text;
};

void check(const reports::Coverage& coverage, const reports::CoverageInput& input) {
  for (const auto& [path, file] : coverage.files) {
    require(path == input.wanted[0] || path == input.wanted[1]);
    require(file.executed.empty() || (*file.executed.begin() > 0 && *file.executed.rbegin() <= 1'000'000));
    require(file.executable.empty() || (*file.executable.begin() > 0 && *file.executable.rbegin() <= 1'000'000));
    (void)reports::covers(coverage, path, 1, 4'000'000'000u);
  }
  require(coverage.problem.size() <= 420 && is_utf8(coverage.problem));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const auto format = k_formats[data[0] % std::size(k_formats)];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto end = text.find("\n--\n");
  const Same files(end == std::string_view::npos ? std::string_view() : text.substr(end + 4));
  const reports::CoverageInput input{"/tree", {"a.js", "b/a.go"}, &files};
  const auto read = reports::read_coverage(format, text.substr(0, end), input);
  check(read, input);
  auto twice = read;
  reports::merge(twice, reports::read_coverage(format, text.substr(0, end), input));
  require(twice.files.size() == read.files.size());
  check(twice, input);
  return 0;
}
