// One table of marks for all manifests: what stands before an address, and what the address is then.
// Only package.json and go.mod have forms of their own.
#include "judge/config/package_manifest.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay::judge {

namespace {

using Kind = PackageSource::Kind;

struct Named {
  std::string_view name;
  Manifest manifest;
};
constexpr Named k_names[] = {
    {"package.json", Manifest::npm},
    {".npmrc", Manifest::settings},
    {".yarnrc", Manifest::settings},
    {".yarnrc.yml", Manifest::settings},
    {"bunfig.toml", Manifest::settings},
    {"pip.conf", Manifest::settings},
    {"pip.ini", Manifest::settings},
    {".condarc", Manifest::settings},
    {"cargo.toml", Manifest::cargo},
    {"go.mod", Manifest::go},
    {"go.work", Manifest::go},
    {"pyproject.toml", Manifest::python},
    {"pipfile", Manifest::python},
    {"uv.toml", Manifest::python},
    {"constraints.txt", Manifest::python},
    {"gemfile", Manifest::ruby},
    {"podfile", Manifest::ruby},
    {"mix.exs", Manifest::elixir},
    {"pubspec.yaml", Manifest::pub},
    {"package.swift", Manifest::swift},
    {"composer.json", Manifest::composer},
    {"pom.xml", Manifest::maven},
    {"settings.xml", Manifest::maven},
    {"build.gradle", Manifest::gradle},
    {"build.gradle.kts", Manifest::gradle},
    {"settings.gradle", Manifest::gradle},
    {"settings.gradle.kts", Manifest::gradle},
    {"nuget.config", Manifest::nuget},
};

// What stands before an address. `near` must stand within a few lines above, where the mark alone says little.
struct Mark {
  Manifest manifest;
  std::string_view text;
  Kind kind;
  std::string_view near{};
};
constexpr Mark k_marks[] = {
    {Manifest::cargo, "git = \"", Kind::repository},
    {Manifest::cargo, "registry = \"", Kind::registry},
    {Manifest::cargo, "index = \"", Kind::registry},
    {Manifest::python, "git+", Kind::repository},
    {Manifest::python, " @ http", Kind::repository},
    {Manifest::python, "git = \"", Kind::repository},
    {Manifest::python, "-index-url", Kind::registry},
    {Manifest::python, "--find-links", Kind::registry},
    {Manifest::python, "index-url =", Kind::registry},
    {Manifest::python, "url = \"", Kind::registry, "source]]"},
    {Manifest::python, "url = \"", Kind::registry, "index]]"},
    {Manifest::ruby, "git: ", Kind::repository},
    {Manifest::ruby, ":git =>", Kind::repository},
    {Manifest::ruby, "github: ", Kind::repository},
    {Manifest::ruby, ":github =>", Kind::repository},
    {Manifest::ruby, "source ", Kind::registry},
    {Manifest::ruby, "source: ", Kind::registry},
    {Manifest::elixir, "git: ", Kind::repository},
    {Manifest::elixir, "github: ", Kind::repository},
    {Manifest::pub, "git: ", Kind::repository},
    {Manifest::pub, "url: ", Kind::repository, "git:"},
    {Manifest::swift, "url: ", Kind::own, ".package("},
    {Manifest::composer, "\"url\":", Kind::repository, "\"type\""},
    {Manifest::maven, "<url>", Kind::registry, "<repository>"},
    {Manifest::maven, "<url>", Kind::registry, "<pluginRepository>"},
    {Manifest::maven, "<url>", Kind::registry, "<mirror>"},
    {Manifest::gradle, "maven(", Kind::registry},
    {Manifest::gradle, "url", Kind::registry, "maven"},
    {Manifest::nuget, "value=\"http", Kind::registry},
    {Manifest::settings, "registry=", Kind::registry},
    {Manifest::settings, "registry =", Kind::registry},
    {Manifest::settings, "registry ", Kind::registry},
    {Manifest::settings, "npmRegistryServer:", Kind::registry},
    {Manifest::settings, "index-url =", Kind::registry},
    {Manifest::settings, "index-url=", Kind::registry},
    {Manifest::settings, "find-links =", Kind::registry},
    {Manifest::lock, "\"resolved\": \"git", Kind::repository},
    {Manifest::lock, "\"resolved\": \"", Kind::registry},
    {Manifest::lock, "resolved \"", Kind::registry},
    {Manifest::lock, "source = \"git+", Kind::repository},
    {Manifest::lock, "source = \"registry+", Kind::registry},
    {Manifest::commands, "-index-url", Kind::registry},
    {Manifest::commands, "config set registry", Kind::registry},
    {Manifest::commands, "nuget add source", Kind::registry},
    {Manifest::commands, "pip install git+", Kind::repository},
};

constexpr std::string_view k_usual_registries[] = {
    "registry.npmjs.org",
    "registry.yarnpkg.com",
    "npm.pkg.github.com",
    "npm.jsr.io",
    "jsr.io",
    "codeload.github.com",
    "pypi.org",
    "files.pythonhosted.org",
    "download.pytorch.org",
    "rubygems.org",
    "index.rubygems.org",
    "cdn.cocoapods.org",
    "crates.io",
    "index.crates.io",
    "github.com",
    "repo.maven.apache.org",
    "repo1.maven.org",
    "plugins.gradle.org",
    "maven.google.com",
    "dl.google.com",
    "api.nuget.org",
    "www.nuget.org",
    "packagist.org",
    "repo.packagist.org",
    "proxy.golang.org",
    "hex.pm",
    "repo.hex.pm",
    "pub.dev",
    "oss.sonatype.org",
    "s01.oss.sonatype.org",
    "central.sonatype.com",
    "repo.spring.io",
    "repository.apache.org",
    "maven.pkg.jetbrains.space",
    "npm.fontawesome.com",
    "test.pypi.org",
};

// Keys of package.json and composer.json that tell about the package itself.
constexpr std::string_view k_own_keys[] = {"homepage", "repository", "bugs",    "url",    "author",
                                           "license",  "funding",    "main",    "module", "types",
                                           "typings",  "$schema",    "browser", "icon"};

constexpr size_t k_reach = 5;  // lines above that a mark's neighbour may stand in

bool is_near(const CodeHunk& hunk, size_t at, std::string_view word) {
  const bool gone = is_removed(hunk.lines[at]);
  for (size_t i = at + 1; i-- > 0 && at - i <= k_reach;)
    if (on_side(hunk.lines[i], gone ? Side::before : Side::after) && contains(hunk.lines[i].raw->text, word))
      return true;
  return false;
}

// The run of characters that an address may have, after quotes, blanks and brackets.
std::string_view value_after(std::string_view text) {
  constexpr std::string_view k_before = " \t\"'(=:>{+", k_ends = " \t\"',)<>}];\\";
  const size_t begin = std::min(text.find_first_not_of(k_before), text.size());
  text.remove_prefix(begin);
  if (text.starts_with("uri(")) text = text.substr(text.find_first_not_of("\"'", 4));
  return text.substr(0, text.find_first_of(k_ends));
}

bool is_shorthand(std::string_view text) {  // owner/name, owner/name#branch
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos || slash == 0 || text.find('/', slash + 1) != std::string_view::npos)
    return false;
  return is_word(text.front()) && !contains(text, ":") && slash + 1 < text.size();
}

Address host_and_owner(std::string_view rest) {
  const size_t slash = std::min(rest.find_first_of("/:"), rest.size());
  if (const size_t user = rest.substr(0, rest.find('/')).rfind('@'); user != std::string_view::npos)
    return host_and_owner(rest.substr(user + 1));
  Address out;
  out.host = lower(rest.substr(0, slash));
  std::string_view path = rest.substr(slash);
  while (!path.empty() && (path.front() == '/' || path.front() == ':' || is_digit(path.front()))) path.remove_prefix(1);
  out.owner = lower(path.substr(0, path.find('/')));
  return out;
}

bool is_version(std::string_view value) {
  return !value.empty() && (is_digit(value.front()) || contains("^~<>=*v", value.substr(0, 1)));
}

std::string_view npm_value(std::string_view line) {
  const size_t colon = line.find("\":");
  return colon == std::string_view::npos ? std::string_view{} : value_after(line.substr(colon + 2));
}

// The same package had a version on the other side.
bool had_version(const CodeHunk& hunk, std::string_view package) {
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
    const std::string_view text = trim(line.raw->text);
    return is_removed(line) && package_on(text) == package && is_version(npm_value(text));
  });
}

std::optional<PackageSource> npm_source(const CodeHunk& hunk, std::string_view line) {
  const std::string_view package = package_on(line), value = npm_value(line);
  if (package.empty() || value.empty()) return std::nullopt;
  for (std::string_view key : k_own_keys)
    if (package == key) return std::nullopt;
  PackageSource source{Kind::repository, std::string(package), {}};
  if (value.starts_with("npm:")) {
    std::string_view other = value.substr(4);
    other = other.substr(0, other.find('@', 1));
    if (other == package || !had_version(hunk, package)) return std::nullopt;
    source.kind = Kind::other_package;
    source.address.owner = std::string(other);
    return source;
  }
  const bool archive = contains_any(value, {".tgz", ".tar.gz", "/tarball/", ".git", "codeload."});
  const bool clear = starts_with_any(value, {"git+", "git:", "git@", "github:", "gitlab:", "bitbucket:"}) ||
                     (contains(value, "://") && archive);
  const bool doubtful = contains(value, "://") || is_shorthand(value);
  if (!clear && !(doubtful && (had_version(hunk, package) || (is_shorthand(value) && contains(value, "#")))))
    return std::nullopt;
  auto address = address_in(value);
  if (!address) return std::nullopt;
  source.address = std::move(*address);
  return source;
}

// replace a/b => c/d v1.0.0
std::optional<PackageSource> go_source(std::string_view line) {
  const size_t arrow = line.find(" => ");
  if (arrow == std::string_view::npos || line.starts_with("//")) return std::nullopt;
  const std::string_view package = package_on(line);
  std::string_view target = trim(line.substr(arrow + 4));
  target = target.substr(0, target.find(' '));
  if (target.empty() || target == package || starts_with_any(target, {".", "/"}) || !contains(target, "."))
    return std::nullopt;
  return PackageSource{Kind::repository, std::string(package), host_and_owner(target)};
}

std::optional<PackageSource> marked_source(const CodeHunk& hunk, size_t at, std::string_view line, const Mark& mark) {
  const size_t found = line.find(mark.text);
  if (found == std::string_view::npos || (!mark.near.empty() && !is_near(hunk, at, mark.near))) return std::nullopt;
  size_t begin = found + mark.text.size();
  if (mark.text.ends_with("http")) begin -= 4;
  auto address = address_in(value_after(line.substr(begin)));
  if (!address) return std::nullopt;
  return PackageSource{mark.kind, std::string(package_on(line)), std::move(*address)};
}

// The number of an image's or a script's own comment is no setting.
bool is_comment_line(std::string_view line) { return starts_with_any(line, {"#", "//", "<!--", ";"}); }

}  // namespace

Manifest manifest_of(const diff::File& file) {
  using diff::Language, diff::Role;
  const std::string name = lower(base_name(file.path()));
  switch (file.role) {
    case Role::lockfile: return Manifest::lock;
    case Role::test:
    case Role::docs:
    case Role::vendored:
    case Role::generated:
    case Role::snapshot: return Manifest::none;
    case Role::ci: return Manifest::commands;
    default: break;
  }
  for (const Named& named : k_names)
    if (name == named.name) return named.manifest;
  if (name.starts_with("requirements") && (name.ends_with(".txt") || name.ends_with(".in"))) return Manifest::python;
  if (name == "config.toml" && contains(file.path(), ".cargo/")) return Manifest::cargo;
  switch (file.language) {
    case Language::shell:
    case Language::dockerfile:
    case Language::make: return Manifest::commands;
    default: return Manifest::none;
  }
}

std::optional<Address> address_in(std::string_view text) {
  for (std::string_view head : {"git+", "registry+", "sparse+"})
    if (text.starts_with(head)) text.remove_prefix(head.size());
  struct Short {
    std::string_view head, host;
  };
  for (const auto& [head, host] :
       {Short{"github:", "github.com"}, Short{"gitlab:", "gitlab.com"}, Short{"bitbucket:", "bitbucket.org"}})
    if (text.starts_with(head))
      return Address{std::string(host), lower(text.substr(head.size()).substr(0, text.substr(head.size()).find('/')))};
  if (const size_t scheme = text.find("://"); scheme != std::string_view::npos) {
    if (scheme > 8 || text.starts_with("file")) return std::nullopt;
    Address out = host_and_owner(text.substr(scheme + 3));
    out.plain = is_one_of(text.substr(0, scheme), {"http", "git", "ftp"});
    if (out.host.empty() || starts_with_any(out.host, {"$", "localhost", "127.", "{"})) return std::nullopt;
    return out;
  }
  if (text.starts_with("git@")) return host_and_owner(text);
  if (is_shorthand(text)) return Address{"github.com", lower(text.substr(0, text.find('/')))};
  return std::nullopt;
}

std::string PackageSource::identity() const {
  const bool whole_host = kind == Kind::registry;
  return cat(address.plain ? "http://" : "", address.host, "/", whole_host ? "" : address.owner);
}

std::string_view package_on(std::string_view line) {
  constexpr std::string_view k_before = " \t{[\"':-(";
  for (bool again = true; again;) {
    line.remove_prefix(std::min(line.find_first_not_of(k_before), line.size()));
    again = false;
    for (std::string_view word : {"replace ", "gem ", "pod ", "gem(", "e "})
      if (line.starts_with(word)) line.remove_prefix(word.size()), again = true;
  }
  const auto is_part = [](char c) { return is_word(c) || contains("@/.-", std::string_view(&c, 1)); };
  const auto end = std::find_if_not(line.begin(), line.end(), is_part);
  return line.substr(0, static_cast<size_t>(end - line.begin()));
}

bool is_usual_registry(std::string_view host) {
  return std::find(std::begin(k_usual_registries), std::end(k_usual_registries), host) != std::end(k_usual_registries);
}

std::optional<PackageSource> package_source_on(const CodeHunk& hunk, size_t at, Manifest manifest) {
  const std::string_view line = trim(hunk.lines[at].raw->text);
  if (manifest == Manifest::none || line.size() < 5 || is_comment_line(line)) return std::nullopt;
  if (manifest == Manifest::npm) return npm_source(hunk, line);
  if (manifest == Manifest::go) return go_source(line);
  for (const Mark& mark : k_marks) {
    if (mark.manifest != manifest) continue;
    if (auto source = marked_source(hunk, at, line, mark)) return source;
  }
  return std::nullopt;
}

}  // namespace assay::judge
