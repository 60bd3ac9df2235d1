#include "base/terminal.h"

#include <algorithm>

#include "base/printable.h"
#include "base/short_id.h"
#include "base/text.h"

namespace assay {

namespace {

constexpr size_t k_least_wide = 12;
constexpr std::string_view k_gap = "  ";

std::string_view code_of(Colour colour) {
  switch (colour) {
    case Colour::plain: return "";
    case Colour::bold: return "1";
    case Colour::dim: return "2";
    case Colour::red: return "31";
    case Colour::yellow: return "33";
    case Colour::green: return "32";
    case Colour::blue: return "34";
  }
  return "";
}

}  // namespace

std::string Terminal::paint(Colour colour, std::string_view text) const {
  if (!colours || colour == Colour::plain || text.empty()) return std::string(text);
  return cat("\x1b[", code_of(colour), "m", text, "\x1b[0m");
}

std::string Terminal::ago(Time time) const {
  const std::int64_t seconds = (now.ms - time.ms) / 1000;
  if (seconds < 0) return to_iso(time).substr(0, 16);
  if (seconds < 60) return "just now";
  if (seconds < 3600) return cat(seconds / 60, " min ago");
  if (seconds < 24 * 3600) return cat(seconds / 3600, " h ago");
  if (seconds < 14 * 24 * 3600) return cat(seconds / (24 * 3600), " d ago");
  return to_iso(time).substr(0, 10);
}

std::string Terminal::headline(std::string_view before, std::string_view id, std::string_view title,
                               std::string_view after, Colour after_colour) const {
  const std::string shown = short_id(id);
  const size_t taken = columns_of(before) + shown.size() + 2 + (after.empty() ? 0 : columns_of(after) + 2);
  const size_t room = width == 0 ? SIZE_MAX : width - std::min(width, taken);
  std::string out = cat(before, paint(Colour::bold, shown), "  ", fit(printable(title), std::max<size_t>(room, 8)));
  if (!after.empty()) out += cat("  ", paint(after_colour, after));
  return out + "\n";
}

std::string Terminal::paragraph(std::string_view text, std::string_view indent) const {
  const size_t room = width == 0 ? SIZE_MAX / 2 : width - std::min(width, indent.size());
  std::string out;
  for (const auto& line : wrap(printable_lines(text), std::max<size_t>(room, 20))) {
    out += line.empty() ? std::string("\n") : cat(indent, line, "\n");
  }
  return out;
}

void Table::add(std::vector<Cell> row) {
  row.resize(m_columns.size());
  for (auto& cell : row) cell.text = printable(cell.text);
  m_rows.push_back(std::move(row));
}

std::string Table::text(const Terminal& terminal, std::string_view indent) const {
  const size_t count = m_columns.size();
  std::vector<size_t> widths(count);
  for (size_t i = 0; i < count; ++i) {
    widths[i] = m_columns[i].heading.size();
    for (const auto& row : m_rows) widths[i] = std::max(widths[i], columns_of(row[i].text));
  }
  std::vector<bool> shown(count, true);
  const auto total = [&] {
    size_t sum = indent.size();
    for (size_t i = 0; i < count; ++i) sum += shown[i] ? widths[i] + (i > 0 ? k_gap.size() : 0) : 0;
    return sum;
  };
  if (terminal.width > 0) {
    for (size_t i = 0; i < count; ++i) {
      if (m_columns[i].kind != Kind::wide || total() <= terminal.width) continue;
      widths[i] -= std::min(widths[i] - std::min(widths[i], k_least_wide), total() - terminal.width);
    }
    for (size_t i = count; i-- > 0 && total() > terminal.width;) shown[i] = m_columns[i].kind != Kind::may_go;
    // What the columns that went have left is given back to the wide one.
    for (size_t i = 0; i < count; ++i) {
      if (m_columns[i].kind != Kind::wide || total() >= terminal.width) continue;
      size_t wanted = m_columns[i].heading.size();
      for (const auto& row : m_rows) wanted = std::max(wanted, columns_of(row[i].text));
      widths[i] = std::min(wanted, widths[i] + terminal.width - total());
    }
  }
  std::string out;
  const auto line = [&](const auto& cell_at) {
    std::string row(indent);
    size_t pending = 0;  // blanks that are written only when something follows
    for (size_t i = 0; i < count; ++i) {
      if (!shown[i]) continue;
      const auto [text, colour] = cell_at(i);
      const std::string cut = fit(text, widths[i]);
      if (!cut.empty()) {
        row.append(pending, ' ');
        row += terminal.paint(colour, cut);
        pending = 0;
      }
      pending += widths[i] - columns_of(cut) + k_gap.size();
    }
    out += row + "\n";
  };
  line([&](size_t i) { return std::pair(m_columns[i].heading, Colour::dim); });
  for (const auto& row : m_rows) {
    line([&](size_t i) { return std::pair(std::string_view(row[i].text), row[i].colour); });
  }
  return out;
}

}  // namespace assay
