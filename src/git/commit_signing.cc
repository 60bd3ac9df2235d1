#include "git/commit_signing.h"

#include "base/text.h"
#include "git/settings.h"

namespace assay::git {

namespace {

bool is_true(std::string_view value) {
  std::string word;
  for (const char c : value) word += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return word == "true" || word == "yes" || word == "on" || parse_uint(word).value_or(0) > 0;
}

}  // namespace

Result<std::optional<CommitSigning>> commit_signing(const Repository& repository) {
  TRY_ASSIGN(const auto settings, settings_of(repository));
  if (!is_true(last_of(settings, "commit.gpgsign", From::anywhere).value_or(""))) {
    return std::optional<CommitSigning>();
  }
  CommitSigning out;
  const auto take = [&](std::string_view key, From from) {
    if (const auto value = last_of(settings, key, from))
      out.options.insert(out.options.end(), {"-c", cat(key, "=", *value)});
  };
  for (const auto key : {"gpg.format", "user.signingkey"}) take(key, From::anywhere);
  for (const auto key :
       {"gpg.program", "gpg.openpgp.program", "gpg.x509.program", "gpg.ssh.program", "gpg.ssh.defaultkeycommand"}) {
    take(key, From::user);
  }
  const auto name = last_of(settings, "user.name", From::anywhere);
  const auto email = last_of(settings, "user.email", From::anywhere);
  if (name && email) {
    out.name = *name;
    out.email = *email;
  }
  return std::optional(std::move(out));
}

}  // namespace assay::git
