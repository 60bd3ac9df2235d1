// Which statement a token belongs to, and what kind of statement that is, as far as the proofs must know: those that
// no test can notice are told from the rest. For the rooms prove and variants.
#pragma once

#include <cstdint>
#include <string_view>

#include "prove/code_text.h"

namespace assay::prove {

enum class Family : std::uint8_t { none, braces, python, ruby, shell };
Family family_of(diff::Language language);
// Languages of the braces in which every statement ends with a semicolon.
bool needs_semicolons(diff::Language language);
// Languages whose programs are run as they are: no compiler sees a type that does not fit or a name that is not used.
bool is_dynamic(diff::Language language);

enum class StatementKind : std::uint8_t {
  code,
  import,
  logging,
  output,       // console.log and the like: can be what the program is for
  declaration,  // a type, a prototype, a forward declaration: no value
  decorator,    // and attributes, annotations, preprocessor lines
  header,       // of a function, class or module
  label,        // case, default, when
  check,        // assert: a check already
};

// Does a statement begin with that token? REQUIRES: it is the first one on its line.
bool begins_statement(const CodeText& text, size_t index);
// The first token of the statement that holds it.
size_t statement_of(const CodeText& text, size_t index);
// REQUIRES: the first token of a statement.
StatementKind kind_of_statement(const CodeText& text, size_t first);

// Does the token stand in the braces of a function or a control statement, not only in those of a class or a type?
bool in_running_code(const CodeText& text, size_t index);
// Does the "{" open a literal (an object, a struct's values) and not a block?
bool opens_literal(const CodeText& text, size_t brace);

// The first token of what stands in front of a "{": "if (x)", "func f() error", "class A extends B".
size_t header_of(const CodeText& text, size_t brace);
bool is_control_word(const Token& token);

// A name with what is behind it, "a.b->c[0]::d": the index behind it; `index` itself when there is none.
size_t end_of_chain(const CodeText& text, size_t index);

}  // namespace assay::prove
