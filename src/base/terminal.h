// Text for people, laid out for a terminal: how wide it is, whether it takes colours, what time it is there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"

namespace assay {

enum class Colour { plain, bold, dim, red, yellow, green, blue };

struct Terminal {
  size_t width = 0;  // columns; 0: nobody's, nothing is cut
  bool colours = false;
  Time now;

  std::string paint(Colour colour, std::string_view text) const;
  // "just now", "5 min ago", "3 h ago", "2 d ago", then the date.
  std::string ago(Time time) const;
  // "k3f7abcd  A title", cut to the line; `before` and `after` are printed as they are.
  std::string headline(std::string_view before, std::string_view id, std::string_view title,
                       std::string_view after = "", Colour after_colour = Colour::plain) const;
  // A text as lines that fit, each behind `indent`.
  std::string paragraph(std::string_view text, std::string_view indent) const;
};

struct Cell {
  std::string text;  // made printable by the table
  Colour colour = Colour::plain;
};

// Columns that fit: the wide one is cut, and when that is not enough, those that may go do, the
// last first.
class Table {
 public:
  enum class Kind { fixed, may_go, wide };
  struct Column {
    std::string_view heading;
    Kind kind = Kind::fixed;
  };
  explicit Table(std::vector<Column> columns) : m_columns(std::move(columns)) {}
  void add(std::vector<Cell> row);
  std::string text(const Terminal& terminal, std::string_view indent = "") const;

 private:
  std::vector<Column> m_columns;
  std::vector<std::vector<Cell>> m_rows;
};

}  // namespace assay
