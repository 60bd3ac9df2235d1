#include "reports/scripts.h"

#include <map>
#include <optional>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "reports/recipes.h"

namespace assay::reports {

namespace {

// The words without variables in front.
std::vector<std::string_view> bare(const Words& words) {
  std::vector<std::string_view> texts;
  for (const auto& word : words) {
    if (texts.empty() && (assigned_name(word.text) > 0 || is_one_of(word.text, {"env", "exec", "time"}))) continue;
    texts.push_back(word.text);
  }
  return texts;
}

std::string with_slash(std::string_view folder) {
  while (folder.starts_with("./")) folder.remove_prefix(2);
  if (folder.empty() || folder == ".") return {};
  return folder.ends_with('/') ? std::string(folder) : cat(folder, "/");
}

// The members of `scripts`; composer allows lists.
std::map<std::string, std::string> scripts_in(const Files& files, const std::string& file) {
  std::map<std::string, std::string> found;
  const auto text = files.read(file);
  const auto document = text ? parse_json(*text, file) : Result<json::value>(json::value());
  if (!document || !document->is_object()) return found;
  const auto* scripts = document->get_object().if_contains("scripts");
  if (scripts == nullptr || !scripts->is_object()) return found;
  for (const auto& [name, value] : scripts->get_object()) {
    std::string commands;
    if (value.is_string()) commands = std::string_view(value.get_string());
    if (value.is_array()) {
      for (const auto& each : value.get_array())
        if (each.is_string()) commands += cat(std::string_view(each.get_string()), "\n");
    }
    found.emplace(name, commands);
  }
  return found;
}

std::optional<std::string_view> after(const std::vector<std::string_view>& words, std::string_view option) {
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == option) return words[i + 1];
    if (words[i].starts_with(option) && words[i].substr(option.size()).starts_with('='))
      return words[i].substr(option.size() + 1);
  }
  return std::nullopt;
}

// "test" of "npm test", "npm run -s unit"; empty when no script is started.
std::string_view script_name(const std::vector<std::string_view>& words) {
  std::vector<std::string_view> plain;
  for (size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    if (is_one_of(words[i], {"--prefix", "-C", "--dir", "--cwd", "-w", "--workspace", "--filter"}))
      ++i;
    else if (!words[i].starts_with('-'))
      plain.push_back(words[i]);
  }
  if (plain.empty()) return {};
  if (is_one_of(plain[0], {"run", "run-script"})) return plain.size() > 1 ? plain[1] : std::string_view();
  if (is_one_of(plain[0], {"t", "tst"})) return "test";
  if (words[0] == "npm") return plain[0] == "test" ? plain[0] : std::string_view();
  return words[0] == "bun" ? std::string_view() : plain[0];
}

std::vector<Script> package_script(const std::vector<std::string_view>& words, const std::string& folder,
                                   const Files& files) {
  const auto name = script_name(words);
  if (name.empty()) return {};
  std::string place = folder;
  for (const std::string_view option : {"--prefix", "-C", "--dir", "--cwd"}) {
    if (const auto other = after(words, option)) place = folder + with_slash(*other);
  }
  const auto scripts = scripts_in(files, place + "package.json");
  std::vector<Script> found;
  for (const std::string_view order : {"pre", "", "post"}) {
    const auto script = scripts.find(cat(order, name));
    if (script != scripts.end())
      found.push_back(
          {script->second, place, cat(words[0], name == "test" ? " " : " run ", order, name), {}, words[0] != "bun"});
  }
  return found;
}

std::vector<Script> composer_script(const std::vector<std::string_view>& words, const std::string& folder,
                                    const Files& files) {
  size_t at = 1;
  while (at < words.size() && (words[at].starts_with('-') || is_one_of(words[at], {"run", "run-script", "exec"}))) ++at;
  if (at >= words.size()) return {};
  const auto scripts = scripts_in(files, folder + "composer.json");
  const auto script = scripts.find(std::string(words[at]));
  if (script == scripts.end()) return {};
  return {{replace_all(script->second, "@php ", "php "), folder, cat("composer ", words[at]), {}}};
}

// "include test.mk", "-include local.mk": the rules of those files stand where they are included.
std::string with_included(std::string_view text, const std::string& place, const Files& files, int& included) {
  constexpr int k_most_included = 20;
  constexpr size_t k_longest = 1 << 20;
  std::string out;
  for (const auto line : split_lines(text)) {
    const auto words = split(trim(line), ' ');
    const bool includes = !words.empty() && is_one_of(words[0], {"include", "-include", "sinclude"});
    if (!includes) out += cat(line, "\n");
    for (size_t i = 1; includes && i < words.size(); ++i) {
      if (words[i].empty() || included >= k_most_included || out.size() > k_longest) continue;
      ++included;
      if (const auto more = files.read(cat(place, words[i]))) out += with_included(*more, place, files, included);
    }
  }
  return out;
}

std::vector<Script> make_script(const std::vector<std::string_view>& words, const std::string& folder,
                                const Files& files) {
  std::string place = folder;
  if (const auto other = after(words, "-C")) place += with_slash(*other);
  std::vector<std::string> targets;
  for (size_t i = 1; i < words.size(); ++i) {
    if (is_one_of(words[i], {"-C", "-f", "-j", "-l"}))
      i += words[i] == "-j" && i + 1 < words.size() && !is_digit(words[i + 1][0]) ? 0 : 1;
    else if (!words[i].starts_with('-') && assigned_name(words[i]) == 0)
      targets.emplace_back(words[i]);
  }
  std::vector<std::string> names{"GNUmakefile", "makefile", "Makefile"};
  if (const auto named = after(words, "-f")) names = {std::string(*named)};
  for (const auto& name : names) {
    const auto text = files.read(place + name);
    if (!text) continue;
    int included = 0;
    auto recipe = make_recipe(with_included(*text, place, files, included), targets);
    return {{recipe.text, place, targets.empty() ? "make" : cat("make ", join(targets, " ")), recipe.sets}};
  }
  return {};
}

std::vector<Script> just_script(const std::vector<std::string_view>& words, const std::string& folder,
                                const Files& files) {
  std::string target;
  for (size_t i = 1; i < words.size() && target.empty(); ++i)
    if (!words[i].starts_with('-') && assigned_name(words[i]) == 0) target = words[i];
  for (const std::string_view name : {"justfile", "Justfile", ".justfile"}) {
    const auto text = files.read(cat(folder, name));
    if (!text) continue;
    auto recipe = just_recipe(*text, target);
    return {{recipe.text, folder, target.empty() ? "just" : cat("just ", target), recipe.sets}};
  }
  return {};
}

std::vector<Script> tox_script(const std::string& folder, const Files& files) {
  const auto text = files.read(folder + "tox.ini");
  if (!text) return {};
  auto recipe = tox_commands(*text);
  return {{recipe.text, folder, "tox", recipe.sets}};
}

// "sh -c 'text'", "bash scripts/test.sh", "./run_tests.sh"
std::vector<Script> shell_script(const std::vector<std::string_view>& words, const std::string& folder,
                                 const Files& files) {
  size_t at = 0;
  if (is_one_of(base_name(words[0]), {"sh", "bash", "dash", "zsh"})) {
    for (++at; at < words.size() && words[at].starts_with('-'); ++at) {
      if (words[at].ends_with('c') && !words[at].starts_with("--") && at + 1 < words.size())
        return {{std::string(words[at + 1]), folder, "sh -c", {}}};
    }
  }
  if (at >= words.size() || words[at].starts_with('/')) return {};
  if (at == 0 && !contains(words[0], "/")) return {};
  std::string_view path = words[at];
  while (path.starts_with("./")) path.remove_prefix(2);
  const auto text = files.read(cat(folder, path));
  if (!text) return {};
  const auto first = std::string_view(*text).substr(0, text->find('\n'));
  if (!path.ends_with(".sh") && !(first.starts_with("#!") && contains(first, "sh"))) return {};
  return {{*text, folder, std::string(path), {}}};
}

}  // namespace

std::vector<Script> scripts_of(const Words& words, const std::string& folder, const Files& files) {
  const auto texts = bare(words);
  if (texts.empty()) return {};
  const auto name = base_name(texts[0]);
  if (is_one_of(name, {"npm", "pnpm", "yarn", "bun"})) return package_script(texts, folder, files);
  if (name == "composer") return composer_script(texts, folder, files);
  if (is_one_of(name, {"make", "gmake"})) return make_script(texts, folder, files);
  if (name == "just") return just_script(texts, folder, files);
  if (name == "tox") return tox_script(folder, files);
  return shell_script(texts, folder, files);
}

}  // namespace assay::reports
