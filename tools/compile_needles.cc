// compile_needles ROOM TABLE OUTDIR: the build step behind src/base/needles.h.
//
// The table holds one needle a line: `class flags pattern`. Flags: `i` ignore case, `^` only at
// the start of a line, `r` the pattern is a regular expression (otherwise literal text), `-` none.
// `\t`, `\s` (space) and `\\` are understood in literal patterns. At most 64 classes, so that the
// classes found in a line fit one machine word.
//
// The database is compiled for the generic platform: it runs on every x86-64 machine, and on the
// ones we measured it is also the fastest (host-tuned databases ran at a quarter of the speed).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <hs/hs.h>

namespace {

[[noreturn]] void die(const std::string& message) {
  std::cerr << "compile_needles: " << message << "\n";
  std::exit(1);
}

std::string escape_literal(const std::string& text) {
  static const std::string special = "\\^$.|?*+()[]{}/";
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      char next = text[++i];
      if (next == 't')
        out += "\\t";
      else if (next == 's')
        out += " ";
      else if (next == '\\')
        out += "\\\\";
      else
        die("unknown escape in literal: " + text);
      continue;
    }
    if (special.find(c) != std::string::npos) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) die("usage: compile_needles ROOM TABLE OUTDIR");
  const std::string room = argv[1], table = argv[2], outdir = argv[3];
  std::ifstream in(table);
  if (!in) die("cannot read " + table);

  std::vector<std::string> classes, patterns;
  std::vector<unsigned> flags, ids;
  std::string line;
  int number = 0;
  while (std::getline(in, line)) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::string name, flag;
    fields >> name >> flag >> std::ws;
    std::string pattern;
    std::getline(fields, pattern);
    if (pattern.empty()) die(table + ":" + std::to_string(number) + ": want `class flags pattern`");
    auto at = std::find(classes.begin(), classes.end(), name);
    if (at == classes.end()) at = classes.insert(classes.end(), name);
    unsigned bits = 0;
    bool regex = false, line_start = false;
    for (char f : flag) {
      if (f == 'i')
        bits |= HS_FLAG_CASELESS;
      else if (f == 'r')
        regex = true;
      else if (f == '^')
        line_start = true;
      else if (f != '-')
        die(table + ":" + std::to_string(number) + ": unknown flag");
    }
    if (!regex) pattern = escape_literal(pattern);
    if (line_start) pattern = "^" + pattern, bits |= HS_FLAG_MULTILINE;
    patterns.push_back(pattern);
    flags.push_back(bits);
    ids.push_back(static_cast<unsigned>(at - classes.begin()));
  }
  if (classes.size() > 64) die("more than 64 classes in " + table);

  std::vector<const char*> raw;
  for (const auto& p : patterns) raw.push_back(p.c_str());
  hs_platform_info_t platform{};
  platform.tune = HS_TUNE_FAMILY_GENERIC;
  platform.cpu_features = 0;
  hs_database_t* db = nullptr;
  hs_compile_error_t* error = nullptr;
  if (hs_compile_multi(raw.data(), flags.data(), ids.data(), static_cast<unsigned>(raw.size()), HS_MODE_BLOCK,
                       &platform, &db, &error) != HS_SUCCESS) {
    std::string which = error->expression >= 0 ? patterns[static_cast<size_t>(error->expression)] : "";
    die(table + ": " + error->message + " " + which);
  }
  char* bytes = nullptr;
  size_t length = 0;
  if (hs_serialize_database(db, &bytes, &length) != HS_SUCCESS) die("cannot serialise");
  // The database as it lies in memory, so that the program can use the embedded bytes where they are:
  // loading a serialised one took half of the instructions of a small check. It holds no pointers,
  // only offsets that count on the alignment.
  size_t size = 0;
  if (hs_serialized_database_size(bytes, length, &size) != HS_SUCCESS) die("cannot measure");
  constexpr size_t alignment = 64;
  size = (size + alignment - 1) / alignment * alignment;
  char* image = static_cast<char*>(std::aligned_alloc(alignment, size));
  if (image == nullptr) die("no memory");
  std::memset(image, 0, size);
  if (hs_deserialize_database_at(bytes, length, reinterpret_cast<hs_database_t*>(image)) != HS_SUCCESS)
    die("cannot lay out");

  std::ofstream(outdir + "/needles.hsdb", std::ios::binary).write(image, static_cast<std::streamsize>(size));
  std::ofstream header(outdir + "/needles.gen.h");
  header << "// Generated from src/" << room << "/needles.txt by tools/compile_needles.cc.\n#pragma once\n\n"
         << "#include <cstdint>\n\n#include \"base/needles.h\"\n\nnamespace assay::" << room << " {\n\n"
         << "enum class Needle : std::uint8_t {\n";
  for (const auto& name : classes) header << "  " << name << ",\n";
  header << "};\n\nconst assay::Needles& needles();\n\n"
         << "constexpr std::uint64_t bit(Needle n) { return std::uint64_t{1} << static_cast<unsigned>(n); }\n\n"
         << "}  // namespace assay::" << room << "\n";
  std::ofstream(outdir + "/needles.gen.S")
      << ".section .rodata\n.balign 64\n.global assay_" << room << "_needles_begin\n.global assay_" << room
      << "_needles_end\nassay_" << room << "_needles_begin:\n.incbin \"" << outdir << "/needles.hsdb\"\nassay_" << room
      << "_needles_end:\n.section .note.GNU-stack,\"\",%progbits\n";
  return 0;
}
