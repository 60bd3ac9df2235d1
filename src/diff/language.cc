#include <algorithm>
#include <string>
#include <string_view>

#include "base/text.h"
#include "diff/code.h"

namespace assay::diff {

namespace {

struct Entry {
  std::string_view key;
  Language language;
};

// Sorted by key, for binary search.
constexpr Entry k_extensions[] = {
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
static_assert(std::is_sorted(std::begin(k_extensions), std::end(k_extensions),
                             [](const Entry& a, const Entry& b) { return a.key < b.key; }));

// Names that say more than their extension, or have none; lower case.
constexpr Entry k_names[] = {
    {"makefile", Language::make},
    {"gnumakefile", Language::make},
    {"cmakelists.txt", Language::cmake},
    {"jenkinsfile", Language::gradle},
    {"gemfile", Language::ruby},
    {"rakefile", Language::ruby},
    {"podfile", Language::ruby},
    {"fastfile", Language::ruby},
    {"vagrantfile", Language::ruby},
    {"brewfile", Language::ruby},
    {"guardfile", Language::ruby},
    {"build", Language::python},
    {"workspace", Language::python},
    {"sconstruct", Language::python},
    {"pipfile", Language::toml},
    {"cargo.lock", Language::toml},
    {"poetry.lock", Language::toml},
    {"justfile", Language::make},
    {"procfile", Language::yaml},
    {"codeowners", Language::ini},
    {"go.mod", Language::go},
    {".gitignore", Language::ini},
    {".gitattributes", Language::ini},
    {".dockerignore", Language::ini},
    {".npmrc", Language::ini},
    {".editorconfig", Language::ini},
    {".coveragerc", Language::ini},
    {".flake8", Language::ini},
    {".pylintrc", Language::ini},
    {"pylintrc", Language::ini},
    {".gitmodules", Language::ini},
    {".gitconfig", Language::ini},
    {".eslintrc", Language::json},
    {".prettierrc", Language::json},
    {".babelrc", Language::json},
    {".nycrc", Language::json},
    {".swcrc", Language::json},
    {".bashrc", Language::shell},
    {".zshrc", Language::shell},
    {".profile", Language::shell},
    {".bash_profile", Language::shell},
    {".rspec", Language::ini},
    {"yarn.lock", Language::yaml},
    {"gradlew", Language::shell},
    {"mvnw", Language::shell},
    {"configure", Language::shell},
    {"constraints.txt", Language::ini},
    {"build.bazel", Language::python},
    {"workspace.bazel", Language::python},
    {"module.bazel", Language::python},
    {"composer.lock", Language::json},
    {"pipfile.lock", Language::json},
    {".clang-format", Language::yaml},
    {".clang-tidy", Language::yaml},
    {"readme", Language::text},
    {"license", Language::text},
    {"changelog", Language::text},
    {"copying", Language::text},
    {"notice", Language::text},
    {"authors", Language::text},
};

// Git hooks and the like: scripts named for what they do, in folders that hold only such.
bool in_hooks_folder(std::string_view path) {
  for (std::string_view folder : {".husky/", ".githooks/", ".git-hooks/", "git-hooks/", ".git/hooks/"})
    if (path.starts_with(folder) || contains(path, cat("/", folder))) return true;
  return false;
}

}  // namespace

Language language_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  const std::string file = lower(slash == std::string_view::npos ? path : path.substr(slash + 1));
  const std::string_view name = file;
  for (const Entry& entry : k_names)
    if (entry.key == name) return entry.language;
  if (name.starts_with("dockerfile") || name.starts_with("containerfile")) return Language::dockerfile;
  if (name.starts_with("makefile.")) return Language::make;
  if (name.starts_with("jenkinsfile")) return Language::gradle;
  if (name.starts_with("requirements") && name.ends_with(".txt")) return Language::ini;
  if (name == ".env" || name.starts_with(".env.")) return Language::ini;
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return in_hooks_folder(path) ? Language::shell : Language::unknown;
  const auto extension = name.substr(dot + 1);
  const auto* found = std::lower_bound(std::begin(k_extensions), std::end(k_extensions), extension,
                                       [](const Entry& entry, std::string_view key) { return entry.key < key; });
  if (found != std::end(k_extensions) && found->key == extension) return found->language;
  return Language::unknown;
}

}  // namespace assay::diff
