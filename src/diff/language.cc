#include <algorithm>
#include <string>
#include <string_view>

#include "base/text.h"
#include "diff/kind.h"

namespace assay::diff {

namespace {

struct LanguageEntry {
  std::string_view key;
  Language language;
};

// Sorted by key, for binary search.
constexpr LanguageEntry k_language_extensions[] = {
    {"adoc", Language::text},
    {"bash", Language::shell},
    {"bats", Language::shell},
    {"bazel", Language::python},
    {"bzl", Language::python},
    {"c", Language::c},
    {"cc", Language::cpp},
    {"cfg", Language::ini},
    {"cjs", Language::javascript},
    {"cl", Language::c},
    {"clj", Language::unknown},
    {"cmake", Language::cmake},
    {"conf", Language::ini},
    {"cpp", Language::cpp},
    {"cs", Language::csharp},
    {"csproj", Language::xml},
    {"css", Language::css},
    {"csx", Language::csharp},
    {"cts", Language::typescript},
    {"cu", Language::cpp},
    {"cxx", Language::cpp},
    {"dart", Language::dart},
    {"ddl", Language::sql},
    {"dockerfile", Language::dockerfile},
    {"env", Language::ini},
    {"erl", Language::erlang},
    {"ex", Language::elixir},
    {"exs", Language::elixir},
    {"fish", Language::shell},
    {"fsproj", Language::xml},
    {"gemspec", Language::ruby},
    {"go", Language::go},
    {"gql", Language::graphql},
    {"gradle", Language::gradle},
    {"graphql", Language::graphql},
    {"groovy", Language::gradle},
    {"h", Language::cpp},
    {"hcl", Language::terraform},
    {"hh", Language::cpp},
    {"hpp", Language::cpp},
    {"hrl", Language::erlang},
    {"hs", Language::haskell},
    {"htm", Language::html},
    {"html", Language::html},
    {"hxx", Language::cpp},
    {"ini", Language::ini},
    {"inl", Language::cpp},
    {"ipp", Language::cpp},
    {"java", Language::java},
    {"js", Language::javascript},
    {"json", Language::json},
    {"json5", Language::json},
    {"jsonc", Language::json},
    {"jsonl", Language::json},
    {"jsx", Language::javascript},
    {"kt", Language::kotlin},
    {"kts", Language::kotlin},
    {"less", Language::css},
    {"lhs", Language::haskell},
    {"lua", Language::lua},
    {"m", Language::c},
    {"markdown", Language::markdown},
    {"md", Language::markdown},
    {"mdx", Language::markdown},
    {"mjs", Language::javascript},
    {"mk", Language::make},
    {"mm", Language::cpp},
    {"mts", Language::typescript},
    {"php", Language::php},
    {"phtml", Language::php},
    {"pl", Language::perl},
    {"plist", Language::xml},
    {"pm", Language::perl},
    {"properties", Language::ini},
    {"props", Language::xml},
    {"proto", Language::proto},
    {"ps1", Language::powershell},
    {"psd1", Language::powershell},
    {"psm1", Language::powershell},
    {"py", Language::python},
    {"pyi", Language::python},
    {"pyw", Language::python},
    {"pyx", Language::python},
    {"r", Language::r},
    {"rake", Language::ruby},
    {"rb", Language::ruby},
    {"rs", Language::rust},
    {"rst", Language::text},
    {"ru", Language::ruby},
    {"sass", Language::css},
    {"sbt", Language::scala},
    {"scala", Language::scala},
    {"scss", Language::css},
    {"sh", Language::shell},
    {"sql", Language::sql},
    {"svelte", Language::svelte},
    {"svg", Language::xml},
    {"swift", Language::swift},
    {"t", Language::perl},
    {"targets", Language::xml},
    {"tcc", Language::cpp},
    {"text", Language::text},
    {"tf", Language::terraform},
    {"tfvars", Language::terraform},
    {"toml", Language::toml},
    {"ts", Language::typescript},
    {"tsx", Language::typescript},
    {"txt", Language::text},
    {"vbproj", Language::xml},
    {"vue", Language::vue},
    {"xhtml", Language::html},
    {"xml", Language::xml},
    {"xsd", Language::xml},
    {"xsl", Language::xml},
    {"yaml", Language::yaml},
    {"yml", Language::yaml},
    {"zsh", Language::shell},
};

// Names that say more than their extension, or have none; lower case, sorted.
constexpr LanguageEntry k_language_names[] = {
    {".babelrc", Language::json},
    {".bash_profile", Language::shell},
    {".bashrc", Language::shell},
    {".clang-format", Language::yaml},
    {".clang-tidy", Language::yaml},
    {".coveragerc", Language::ini},
    {".dockerignore", Language::ini},
    {".editorconfig", Language::ini},
    {".eslintrc", Language::json},
    {".flake8", Language::ini},
    {".gitattributes", Language::ini},
    {".gitconfig", Language::ini},
    {".gitignore", Language::ini},
    {".gitmodules", Language::ini},
    {".npmrc", Language::ini},
    {".nycrc", Language::json},
    {".prettierrc", Language::json},
    {".profile", Language::shell},
    {".pylintrc", Language::ini},
    {".rspec", Language::ini},
    {".swcrc", Language::json},
    {".zshrc", Language::shell},
    {"authors", Language::text},
    {"brewfile", Language::ruby},
    {"build", Language::python},
    {"build.bazel", Language::python},
    {"cargo.lock", Language::toml},
    {"changelog", Language::text},
    {"cmakelists.txt", Language::cmake},
    {"codeowners", Language::ini},
    {"composer.lock", Language::json},
    {"configure", Language::shell},
    {"constraints.txt", Language::ini},
    {"copying", Language::text},
    {"fastfile", Language::ruby},
    {"gemfile", Language::ruby},
    {"gnumakefile", Language::make},
    {"go.mod", Language::go},
    {"gradlew", Language::shell},
    {"guardfile", Language::ruby},
    {"jenkinsfile", Language::gradle},
    {"justfile", Language::make},
    {"license", Language::text},
    {"makefile", Language::make},
    {"module.bazel", Language::python},
    {"mvnw", Language::shell},
    {"notice", Language::text},
    {"pipfile", Language::toml},
    {"pipfile.lock", Language::json},
    {"podfile", Language::ruby},
    {"poetry.lock", Language::toml},
    {"procfile", Language::yaml},
    {"pylintrc", Language::ini},
    {"rakefile", Language::ruby},
    {"readme", Language::text},
    {"sconstruct", Language::python},
    {"vagrantfile", Language::ruby},
    {"workspace", Language::python},
    {"workspace.bazel", Language::python},
    {"yarn.lock", Language::yaml},
};

template <size_t N>
constexpr bool is_sorted_by_key(const LanguageEntry (&table)[N]) {
  return std::is_sorted(std::begin(table), std::end(table),
                        [](const LanguageEntry& a, const LanguageEntry& b) { return a.key < b.key; });
}
static_assert(is_sorted_by_key(k_language_extensions) && is_sorted_by_key(k_language_names));

template <size_t N>
const LanguageEntry* find(const LanguageEntry (&table)[N], std::string_view key) {
  const auto* found = std::lower_bound(std::begin(table), std::end(table), key,
                                       [](const LanguageEntry& entry, std::string_view k) { return entry.key < k; });
  return found != std::end(table) && found->key == key ? found : nullptr;
}

// Git hooks and the like: scripts named for what they do, in folders that hold only such.
bool in_hooks_folder(std::string_view path) {
  for (std::string_view folder : {".husky/", ".githooks/", ".git-hooks/", "git-hooks/", ".git/hooks/"})
    if (path.starts_with(folder) || contains(path, cat("/", folder))) return true;
  return false;
}

}  // namespace

Language language_of_name(std::string_view path, std::string_view name) {
  if (const LanguageEntry* entry = find(k_language_names, name)) return entry->language;
  if (name.starts_with("dockerfile") || name.starts_with("containerfile")) return Language::dockerfile;
  if (name.starts_with("makefile.")) return Language::make;
  if (name.starts_with("jenkinsfile")) return Language::gradle;
  if (name.starts_with("requirements") && name.ends_with(".txt")) return Language::ini;
  if (name == ".env" || name.starts_with(".env.")) return Language::ini;
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return in_hooks_folder(path) ? Language::shell : Language::unknown;
  const LanguageEntry* entry = find(k_language_extensions, name.substr(dot + 1));
  return entry == nullptr ? Language::unknown : entry->language;
}

}  // namespace assay::diff
