// Secrets in text: known key shapes, and key=value forms whose key says secret. Used for all that
// is printed or stored except patches. Idempotent: redacting twice changes nothing more.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct Secret {
  size_t begin = 0;  // byte span of the secret value itself, end exclusive
  size_t end = 0;
  std::string_view kind;     // "AWS access key", "private key", "password assignment"
  bool known_shape = false;  // a provider's key shape (as opposed to key=value)
};

// Secrets in one line, in order, not overlapping. Placeholders ("changeme", "${TOKEN}", "xxxx",
// "[redacted]") are not secrets. A line that only opens a private key block holds none itself.
std::vector<Secret> find_secrets(std::string_view line);

// "-----BEGIN RSA PRIVATE KEY-----" anywhere in the line.
bool opens_private_key(std::string_view line);

// The text with each secret replaced by "[redacted <kind>]".
std::string redact(std::string_view text);

// The same over a stream: feed chunks of any size, append what can be decided to `out`. Private
// key blocks spanning many lines are covered. Memory is bounded by one line of at most 64 KiB;
// longer lines are treated in overlapping pieces. The output has as many lines as the input and
// does not depend on how the input was cut into chunks.
class RedactStream {
 public:
  void feed(std::string_view chunk, std::string& out);
  void finish(std::string& out);

 private:
  void lines(std::string_view text, std::string& out);
  bool pass(std::string_view text, std::string& out);
  size_t piece(std::string_view text, std::string& out);  // of a line too long to hold; bytes used

  std::string m_pending;          // the start of a line whose end has not come yet
  bool m_in_private_key = false;  // between BEGIN and END of a block
  bool m_inside_secret = false;   // the last piece ended within a secret
};

}  // namespace assay
