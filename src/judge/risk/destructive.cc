// Deletes that cannot be taken back: trees, tables, buckets, histories. Erasing an element of a
// container or cleaning what a build or a temporary folder left is not one. Removing the question,
// the dry run or the backup before such a delete is.
#include <algorithm>

#include "base/text.h"
#include "judge/risk/rules.h"

namespace assay::judge {
namespace {

using diff::Language;
using diff::Role;

bool is_throwaway(std::string_view target) {
  if (icontains(target, "workdir") || icontains(target, "work_dir")) return true;
  for (const auto& w : words_of(target))
    if (is_one_of(
            w, {"tmp",    "temp",   "tempdir",   "tmpdir",   "temporary", "build",  "dist",      "out",     "output",
                "cache",  "caches", "coverage",  "node",     "modules",   "bin",    "obj",       "scratch", "sandbox",
                "test",   "tests",  "artifacts", "artifact", "pycache",   "venv",   "generated", "gen",     "mktemp",
                "bundle", "stage",  "workdir",   "release",  "builddir",  "outdir", "distdir",   "cachedir"}))
      return true;
  return false;
}

// The text behind "rm -rf" up to the end of the command.
bool removes_tree(std::string_view shell) {
  for (size_t at = find_word(shell, "rm"); at != std::string_view::npos; at = find_word(shell, "rm", at + 2)) {
    if (at > 0 && shell[at - 1] == '-') continue;  // docker run --rm
    std::string_view rest = shell.substr(at + 2);
    rest = rest.substr(0, rest.find_first_of(";|&"));
    bool recursive = false, force = false, risky = false, target = false;
    for (auto word : split(rest, ' ')) {
      word = trim(word);
      if (word.empty()) continue;
      if (word[0] == '-') {
        recursive |= contains(word, "r") || contains(word, "R");
        force |= contains(word, "f");
        continue;
      }
      target = true;
      const bool variable = word.find('$') != word.npos || word.find("{") != word.npos;
      const bool wide =
          word == "/" || word == "~" || word.starts_with("~/") || word == "*" || word == "." || word == "\"/\"" ||
          (word.starts_with("/") && !word.starts_with("/tmp/") && !word.starts_with("/var/lib/apt/lists") &&
           !word.starts_with("/var/cache") && !word.starts_with("/root/.cache") && !word.starts_with("/var/tmp"));
      risky |= (variable || wide) && !is_throwaway(word) && word != "target";
    }
    if (recursive && force && target && risky) return true;
  }
  return false;
}

// A command line: in shell files the line itself, else a string handed to one.
bool is_destructive_command(std::string_view shell) {
  if (removes_tree(shell)) return true;
  const auto has = [&](std::string_view phrase) { return contains(shell, phrase); };
  if (has("kubectl delete") && !has("--dry-run")) return true;
  if (has("terraform destroy") || has("helm uninstall") || has("helm delete") || has("terraform apply -destroy"))
    return true;
  if ((has("git push") && (has(" --force") || has(" -f ")) && !has("--force-with-lease")) ||
      (has("git push") && trim(shell).ends_with(" -f")))
    return true;
  if (has("aws s3 rb") || (has("aws s3 rm") && has("--recursive")) || (has("gsutil") && has(" rm -r")) ||
      has("gsutil rb"))
    return true;
  if (has("docker volume rm") || has("docker volume prune") || has("docker system prune")) return true;
  if (has("mkfs.") || (has("dd if=") && has("of=/dev/")) || find_word(shell, "dropdb") != std::string_view::npos)
    return true;
  return has("redis-cli flushall") || has("FLUSHALL") || has("aws rds delete-db-instance") ||
         has("gcloud sql instances delete");
}

struct Deleter {
  std::string_view code;
  bool tree;  // its argument may be a throwaway folder
};
constexpr Deleter k_deleters[] = {
    {"shutil.rmtree(", true},
    {"os.RemoveAll(", true},
    {"fs::remove_dir_all(", true},
    {"FileUtils.rm_rf", true},
    {"FileUtils.rm_r(", true},
    {"FileUtils.deleteDirectory(", true},
    {"FileUtils.remove_dir", true},
    {".deleteRecursively()", true},
    {"filesystem::remove_all(", true},
    {"fs::remove_all(", true},
    {"rimraf(", true},
    {"rimraf.sync(", true},
    {"rimrafSync(", true},
    {"fs.emptyDir(", true},
    {"fse.remove(", true},
    {"fse.emptyDir(", true},
    {"File.rm_rf", true},
    {"Files.deleteDirectory(", true},
    {".deleteMany({})", false},
    {".deleteMany()", false},
    {".delete_many({})", false},
    {".remove({})", false},
    {".dropDatabase(", false},
    {".dropCollection(", false},
    {".drop_collection(", false},
    {".drop_database(", false},
    {".drop_all(", false},
    {".objects.all().delete()", false},
    {"epository.deleteAll()", false},
    {"epository.deleteAllInBatch()", false},
    {"repo.deleteAll()", false},
    {".delete_all", false},
    {".destroy_all", false},
    {".flushall(", false},
    {".flushdb(", false},
    {".flushAll(", false},
    {".flushDb(", false},
    {".deleteBucket(", false},
    {".delete_bucket(", false},
    {"DeleteBucketCommand(", false},
    {".deleteVolume(", false},
    {".delete_volume(", false},
    {"DeleteBucket(", false},

    {"truncate:true", false},
    {"TRUNCATE", false},
};

bool has_deleter(std::string_view code) {
  const std::string s = without_spaces(code);
  for (const Deleter& d : k_deleters) {
    const size_t at = s.find(d.code);
    if (at == std::string::npos || d.code == "TRUNCATE") continue;
    if (d.code == ".delete_all" || d.code == ".destroy_all") {
      const size_t next = at + d.code.size();
      if (next < s.size() && is_word(s[next])) continue;
      if (contains(s, "where(") || contains(s, "expired") || contains(s, "find_by")) continue;
      // Only what a model answers; a relation of one record goes with that record.
      if (at == 0 ||
          !is_upper(
              s[s.find_last_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:", at - 1) ==
                        std::string::npos
                    ? 0
                    : s.find_last_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:", at - 1) +
                          1]))
        continue;
    }
    if (!d.tree) return true;
    const auto argument = d.code == ".deleteRecursively()" ? std::string_view(s).substr(0, at)
                                                           : std::string_view(s).substr(at + d.code.size());
    if (!is_throwaway(argument)) return true;
  }
  // fs.rm(path, { recursive: true }), Directory.Delete(path, true)
  for (std::string_view call :
       {"rmSync(", "fs.rm(", "fsp.rm(", "rmdirSync(", "fs.rmdir(", "promises.rm(", "Deno.remove("})
    if (const size_t at = s.find(call); at != std::string::npos && contains(s, "recursive:true") &&
                                        !is_throwaway(std::string_view(s).substr(at + call.size())))
      return true;
  for (const CodeName& n : names_in(code))  // rm of node:fs/promises
    if (n.text == "rm" && n.after == '(' && n.before != '.' && contains(s, "recursive:true") &&
        !is_throwaway(code.substr(n.at)))
      return true;
  if (const size_t at = s.find("Directory.Delete(");
      at != std::string::npos && contains(s, ",true)") && !is_throwaway(std::string_view(s).substr(at + 17)))
    return true;
  // context.Users.RemoveRange(context.Users): all of them
  if (const size_t at = s.find(".RemoveRange("); at != std::string::npos) {
    const std::string_view argument = std::string_view(s).substr(at + 13, s.find(')', at) - at - 13);
    if (argument.size() > 3 && s.substr(0, at).ends_with(argument)) return true;
  }
  if (contains(s, "ExecuteDelete()") && !contains(s, "Where")) return true;
  // db.users.drop()
  if ((s.starts_with("db.") || s.starts_with("awaitdb.")) && (s.ends_with(".drop()") || s.ends_with(".drop();")))
    return true;
  return contains(s, "force_destroy=true") || contains(s, "prevent_destroy=false") ||
         contains(s, "deletion_protection=false") || contains(s, "skip_final_snapshot=true") ||
         contains(s, "destroy({where:{}") || (contains(s, "->truncate()") && contains(s, "DB::table("));
}

bool is_command_file(const diff::File& file) {
  return file.language == Language::shell || file.language == Language::make || file.language == Language::dockerfile ||
         file.role == Role::ci || file.language == Language::powershell;
}

// The string that holds the target of a tree delete: "build" in fs.rmSync("build", …).
bool targets_literal(const ChangedBlock& block, size_t index) {
  const auto text = trim(block.strings(index));
  return !text.empty() && block.line(index).raw->text.find('$') == std::string_view::npos && is_throwaway(text);
}

bool runs_commands(std::string_view code) {
  for (std::string_view call :
       {"exec", "spawn", "system", "subprocess", "Command", "shell", "sh(", "run(", "popen", "check_call", "`"})
    if (icontains(code, call)) return true;
  return false;
}

bool is_question(std::string_view code) {
  if (contains(code, "-no-backup")) return false;
  for (const CodeName& n : names_in(code)) {
    const auto& w = n.words;
    const bool asked = n.after == '(' || find_word(code, "if") != std::string_view::npos || contains(code, "&&") ||
                       contains(code, "!");
    if (asked && has_any_word(w, {"confirm", "confirmed", "confirmation", "backup", "backups"})) return true;
    for (size_t i = 0; i + 1 < w.size(); ++i)
      if (w[i] == "dry" && w[i + 1] == "run") return true;
    if (is_one_of(n.text, {"dryRun", "dryrun", "dry_run"})) return true;
  }
  return contains(code, "--dry-run") || contains(code, "pg_dump") || contains(code, "mysqldump");
}

bool is_delete_function(std::string_view name) {
  return has_any_word(words_of(name), {"delete", "destroy", "purge", "wipe", "prune", "truncate", "erase", "drop"});
}

// Some line that stays or comes deletes.
bool deletes_nearby(const ChangedBlock& block, size_t index) {
  constexpr size_t k_reach = 100;  // lines
  const bool commands = is_command_file(block.hunk.file);
  const size_t high = std::min(block.hunk.lines.size(), index + k_reach);
  for (size_t i = index > k_reach ? index - k_reach : 0; i < high; ++i) {
    const CodeLine& line = block.line(i);
    if (line.raw->sign == diff::Sign::removed) continue;
    if (deletes_data(line.masked.code, line.masked.strings)) return true;
    if (commands && is_destructive_command(line.raw->text)) return true;
    for (const CodeName& n : names_in(line.masked.code))
      if (n.after == '(' && !n.words.empty() &&
          is_one_of(n.words[0], {"delete", "destroy", "purge", "wipe", "truncate", "drop"}))
        return true;
  }
  return false;
}

void find_lost_question(const ChangedBlock& block, RiskHits& out) {
  const bool commands = is_command_file(block.hunk.file);
  const auto asks = [&](size_t i) {
    return is_question(block.code(i)) || (commands && is_question(block.line(i).raw->text));
  };
  const auto protects = [&](size_t i) {
    const std::string s = without_spaces(block.code(i));
    return s == "prevent_destroy=true" || s == "deletion_protection=true";
  };
  const auto kept = std::find_if(block.removed.begin(), block.removed.end(), protects);
  if (kept != block.removed.end() && std::none_of(block.added.begin(), block.added.end(), protects) &&
      block.hunk.file.language == Language::terraform)
    out.push_back({Area::destructive, *kept, "what kept data from being destroyed is removed", true});
  const auto gone = std::find_if(block.removed.begin(), block.removed.end(), asks);
  if (gone == block.removed.end() || std::any_of(block.added.begin(), block.added.end(), asks)) return;
  if (is_delete_function(enclosing_function(block.hunk, *gone)) || deletes_nearby(block, *gone))
    out.push_back({Area::destructive, *gone, "a confirmation, dry run or backup before deleting is removed", true});
}

// The same delete, reached by another package name: files.Remove(x) for util.Remove(x).
bool is_requalified(const ChangedBlock& block, size_t index) {
  constexpr size_t k_reach = 20;  // lines
  const auto after = names_in(block.code(index));
  for (auto at = std::lower_bound(block.removed.begin(), block.removed.end(), index > k_reach ? index - k_reach : 0);
       at != block.removed.end() && *at < index + k_reach; ++at) {
    const size_t r = *at;
    const auto before = names_in(block.code(r));
    if (before.size() != after.size()) continue;
    bool same = true;
    for (size_t i = 0; i < before.size() && same; ++i)
      same = before[i].text == after[i].text || (before[i].after == '.' && after[i].after == '.') ||
             (before[i].after == ':' && after[i].after == ':');
    if (same) return true;
  }
  return false;
}

}  // namespace

bool deletes_data(std::string_view code, std::string_view strings) {
  return has_deleter(code) || (runs_commands(code) && is_destructive_command(strings));
}

void find_destructive_risks(const ChangedBlock& block, RiskHits& out) {
  const diff::File& file = block.hunk.file;
  const bool commands = is_command_file(file);
  const bool build_script = file.role == Role::build || file.role == Role::ci || file.language == Language::dockerfile;
  for (size_t i : block.added) {
    const CodeLine& line = block.line(i);
    bool hit = false;
    if (commands) {
      const std::string_view text = trim(line.raw->text);
      const bool comment = trim(line.masked.code).empty() && trim(line.masked.strings).empty();
      hit = !comment && is_destructive_command(text) &&
            !(file.language == Language::dockerfile && removes_tree(text)) &&
            !(build_script && removes_tree(text) && !contains(text, "$"));
      hit &= !text.starts_with("echo ") && !text.starts_with("trap ");
    } else {
      hit =
          deletes_data(line.masked.code, line.masked.strings) && !targets_literal(block, i) && file.role != Role::build;
      const bool migration = file.role == Role::migration || file.language == Language::sql;
      if (!hit && !migration && file.role == Role::source && !trim(line.masked.strings).empty()) {
        const std::string sql = sql_at(block, i);
        hit = is_destructive_sql(sql) && icontains(line.masked.strings, sql.substr(0, sql.find(' ')));
      }
    }
    if (hit && !is_requalified(block, i)) out.push_back({Area::destructive, i, "data is deleted for good"});
  }
  find_lost_question(block, out);
}

}  // namespace assay::judge
