// A remote as landing needs it: pushed to with a lease, asked afterwards for proof. What the remote
// decided is a value; an Error means that it could not be asked at all.
//
// Ways to authenticate come from the user's own configuration (global, system, environment). What a
// repository's configuration says about commands for ssh, credentials, proxies or the remote side is
// not used: it may have been written by those whose work is judged.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/repository.h"

namespace assay::git {

// How long a remote may say nothing. Then the call is an Error (unavailable), and nothing of it runs on here.
constexpr std::chrono::milliseconds k_remote_silence = std::chrono::seconds(60);

struct Push {
  std::string remote;    // its name
  std::string ref;       // full name on the remote
  std::string commit;    // full id
  std::string expected;  // what the remote must still have there; empty: nothing
  std::chrono::milliseconds silence = k_remote_silence;
};

enum class PushEnd { done, already_there, moved, refused };

struct PushResult {
  PushEnd end = PushEnd::done;
  std::string reason;  // for moved and refused: what the remote said
};

// Refuses to rewrite: `expected` must be an ancestor of `commit`. When the remote said no, or broke off, it is asked
// what it has: that decides, not its words. After an Error it may still take the push; who pushes again looks first.
Result<PushResult> push(const Repository& repository, const Push& push);

// What the remote has under exactly that ref, asked over the wire; nothing when it has none.
Result<std::optional<std::string>> remote_ref(const Repository& repository, std::string_view remote,
                                              std::string_view ref,
                                              std::chrono::milliseconds silence = k_remote_silence);

// Brings a ref of the remote into `into` (a full name under refs/assay/ or refs/remotes/).
Result<std::string> fetch_ref(const Repository& repository, std::string_view remote, std::string_view ref,
                              std::string_view into, std::chrono::milliseconds silence = k_remote_silence);
// The same with variables of git's environment for that call ("NAME=value"): credentials that no configuration has.
struct Fetch {
  std::string remote;  // its name
  std::string ref;     // full name on the remote, or the id of a commit where the remote gives those out
  std::string into;
  std::vector<std::string> environment;
  std::chrono::milliseconds silence = k_remote_silence;
};
Result<std::string> fetch_ref(const Repository& repository, const Fetch& fetch);

// The address of a remote as git would use it. Error not_found: there is no such remote.
Result<std::string> url_of_remote(const Repository& repository, std::string_view remote);

}  // namespace assay::git
