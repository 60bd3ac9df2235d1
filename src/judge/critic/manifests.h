// Which packages a manifest asks for: package.json, composer.json, Cargo.toml, pyproject.toml, Pipfile,
// requirements files, go.mod, Gemfile, Gradle, Maven, .NET and Mix files. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::judge {

bool is_manifest(std::string_view path);

struct Dependency {
  std::string name;
  std::uint64_t line = 0;  // 0: not known
};
std::vector<Dependency> dependencies_in(std::string_view path, std::string_view content);

// The package that one line of a manifest asks for, as far as a line alone can say.
std::optional<std::string> dependency_on(std::string_view path, std::string_view line);

// Whether a rule's name or glob means this package; "_", "-" and "." are one in Python's.
bool means_package(std::string_view path, std::string_view rule, std::string_view package);

}  // namespace assay::judge
