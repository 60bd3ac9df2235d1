// Where a manifest or lock file takes packages from, line by line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "diff/facts.h"
#include "judge/rule.h"
#include "judge/tokens.h"

namespace assay::judge {

enum class Manifest : unsigned char {
  none,
  npm,       // package.json
  settings,  // .npmrc, pip.conf and others that name a registry
  cargo,     // Cargo.toml and Cargo's config.toml
  go,
  python,  // requirements, pyproject.toml, Pipfile
  ruby,    // Gemfile, Podfile
  elixir,
  pub,
  swift,
  composer,
  maven,
  gradle,
  nuget,
  lock,
  commands,  // scripts, pipelines and images: they fetch packages too
};
Manifest manifest_of(const diff::File& file);

// An address taken apart: the host and, of a repository, its owner.
struct Address {
  std::string host, owner;
  bool plain = false;  // without encryption
};
std::optional<Address> address_in(std::string_view text);

struct PackageSource {
  enum class Kind : unsigned char {
    repository,    // of one package, instead of a registry
    own,           // of one package, in an ecosystem that takes each from its repository
    registry,      // of packages
    other_package  // under the name of one
  };
  Kind kind = Kind::registry;
  std::string package;  // its name, as far as the line has it
  Address address;

  std::string identity() const;  // who answers for it
};
std::optional<PackageSource> package_source_on(const CodeHunk& hunk, size_t at, Manifest manifest);

// The name that a line of a manifest begins with: "ledger" of `"ledger": "^1.0"` and of `gem 'ledger'`.
std::string_view package_on(std::string_view line);

// A registry that everybody uses.
bool is_usual_registry(std::string_view host);

}  // namespace assay::judge
