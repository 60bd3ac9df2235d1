// Assay's hooks in the settings files of coding agents: put in, taken out without a trace, looked for.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "hooks/client.h"
#include "hooks/settings.h"

namespace assay::engine {

enum class HookScope { project, user };

struct HookFile {
  hooks::Client client = hooks::Client::claude;
  HookScope scope = HookScope::project;
  std::string file;  // absolute
  hooks::Installed state = hooks::Installed::no;
  std::string problem;  // why the file cannot be read; empty: it can
};

// `top` is that of the repository; used for project files alone.
Result<HookFile> install_hooks(hooks::Client client, HookScope scope, const std::string& top, std::string_view command);

// The file is as it was before install_hooks when nobody else changed it meanwhile; else it keeps those changes.
Result<HookFile> uninstall_hooks(hooks::Client client, HookScope scope, const std::string& top);

// Every file that a client may read here.
std::vector<HookFile> find_hooks(const std::string& top, std::string_view command);

}  // namespace assay::engine
