// pack_files FOLDER OUT: all files under a folder as one blob, for .incbin: for each "NAME SIZE\n" and its
// bytes, in the order of their names.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  if (argc != 3) {
    std::cerr << "usage: pack_files FOLDER OUT\n";
    return 1;
  }
  const fs::path folder = argv[1];
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    // What Python leaves beside modules that were tried out in place.
    const bool left_over = entry.path().parent_path().filename() == "__pycache__";
    if (entry.is_regular_file() && !left_over) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::ofstream out(argv[2], std::ios::binary);
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string content((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (!in.good() && !in.eof()) {
      std::cerr << "pack_files: cannot read " << file << "\n";
      return 1;
    }
    out << fs::relative(file, folder).generic_string() << ' ' << content.size() << '\n' << content;
  }
  out.flush();
  return out ? 0 : 1;
}
