// Variables of makefiles: lists that tests loop over, and programs that recipes start.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::judge {

// "GO ?= go" -> {GO, go}. Only names that begin with a capital; no line of a recipe.
struct MakeVariable {
  std::string_view name, value;
};
std::optional<MakeVariable> make_variable(std::string_view line);

// The line with the values of variables in place of their uses: "$(GO) test" -> "go test". Unknown ones stay.
std::string expand_variables(std::string_view line, const std::vector<MakeVariable>& variables);

// How the lines that were looked at use a variable.
struct VariableUse {
  bool is_used = false;
  bool is_program = true;  // each use is what a command of a recipe starts
  void look_at(std::string_view line, std::string_view name);
};

// The program in another version or from another place: go1.22, /opt/go/bin/go and .venv/bin/python for go and python.
// Not a file of the repository's own with that name.
bool is_same_program(std::string_view before, std::string_view after);

}  // namespace assay::judge
