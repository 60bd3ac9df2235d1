// The same name anywhere is a move; a test in the same file that is like it is the same one renamed or rewritten; a
// new file about the same thing with tests like it is a reorganisation. Where others came that are not like it, nobody
// can tell from the change alone whether they stand for it: that is worth a look.
#include "judge/tests/lost_and_gained.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "judge/tests/remains.h"

namespace assay::judge {

namespace {

constexpr size_t k_most_files = 2000;    // of more, files are not compared by pairs
constexpr size_t k_most_tests = 20'000;  // pairs of one file that are compared

// The same name elsewhere in the change: a move.
void drop_moved(std::vector<FileTests>& files) {
  std::unordered_map<size_t, size_t> gained;
  for (const auto& file : files) {
    for (const auto& test : file.gained) ++gained[test.hash];
  }
  std::unordered_set<size_t> shared;  // names that more than one file may have lost to a common group
  for (const auto& file : files) {
    if (!file.lost.empty()) continue;
    for (const auto& test : file.gained) shared.insert(test.hash);
  }
  for (auto& file : files) {
    std::erase_if(file.lost, [&](const RemovedTest& lost) {
      const auto at = gained.find(lost.hash);
      if (at != gained.end() && file.joins_group && shared.contains(lost.hash)) {
        if (at->second > 0) --at->second;
        return true;
      }
      if (at == gained.end() || at->second == 0) return false;
      --at->second;
      return true;
    });
  }
  for (auto& file : files) {  // what was matched is not new
    std::erase_if(file.gained, [&](const GainedTest& test) {
      const auto at = gained.find(test.hash);
      if (at == gained.end() || at->second == 0) return true;
      --at->second;
      return false;
    });
  }
}

// The tests of a file that went are in a new one, and differ by the name that the task changes.
void drop_renamed_with_subject(std::vector<FileTests>& files, const std::vector<Renaming>& renamings) {
  if (renamings.empty() || files.size() > k_most_files) return;
  std::vector<std::string> gained;
  for (const auto& file : files) {
    for (const auto& test : file.gained) {
      if (file.added) gained.push_back(test.written);
    }
  }
  for (auto& file : files) {
    std::erase_if(file.lost, [&](const RemovedTest& lost) {
      const auto at = std::find_if(gained.begin(), gained.end(), [&](const std::string& written) {
        return is_renamed(lost.written, written, renamings);
      });
      if (at == gained.end()) return false;
      at->clear();
      return true;
    });
  }
}

// One like it in the same file: renamed or rewritten in place. A table of cases may stand for many.
void drop_renamed(FileTests& file) {
  if (file.gained.empty() || file.lost.empty()) return;
  if (file.lost.size() * file.gained.size() > k_most_tests) {
    for (auto& lost : file.lost) lost.replaced = true;
    return;
  }
  std::vector<bool> taken(file.gained.size());
  size_t free = file.gained.size();
  std::erase_if(file.lost, [&](const RemovedTest& lost) {
    for (size_t i = 0; i < file.gained.size(); ++i) {
      const bool many = file.table && file.gained[i].traits.is_table;
      if ((taken[i] && !many) || !may_be_same(lost.traits, file.gained[i].traits)) continue;
      if (!taken[i]) --free;
      taken[i] = true;
      return true;
    }
    return false;
  });
  for (auto& lost : file.lost) {
    if (free == 0 && !file.table) break;
    lost.replaced = true;
    if (free > 0) --free;
  }
  std::vector<GainedTest> rest;
  for (size_t i = 0; i < file.gained.size(); ++i) {
    if (!taken[i]) rest.push_back(std::move(file.gained[i]));
  }
  file.gained = std::move(rest);
}

// A file whose tests were written anew in another file about the same thing.
void drop_reorganised(std::vector<FileTests>& files) {
  if (files.size() > k_most_files) return;
  for (auto& from : files) {
    if (from.lost.empty()) continue;
    size_t gained = 0;
    std::vector<const GainedTest*> others;
    for (const auto& to : files) {
      if (to.gained.empty() || &to == &from) continue;
      const bool same = from.deleted ? share_topic(from.path, to.path) : stem_of(from.path) == stem_of(to.path);
      if (!same) continue;
      gained += to.gained.size();
      for (const auto& test : to.gained) others.push_back(&test);
    }
    if (gained < from.lost.size()) continue;
    from.written_anew = true;
    if (!from.deleted || from.lost.size() * others.size() > k_most_tests) continue;
    std::erase_if(from.lost, [&](const RemovedTest& lost) {
      return std::any_of(others.begin(), others.end(),
                         [&](const GainedTest* test) { return may_be_same(lost.traits, test->traits); });
    });
  }
}

}  // namespace

void match_tests(std::vector<FileTests>& files, const std::vector<Renaming>& renamings) {
  drop_moved(files);
  drop_renamed_with_subject(files, renamings);
  for (auto& file : files) drop_renamed(file);
  drop_reorganised(files);
}

}  // namespace assay::judge
