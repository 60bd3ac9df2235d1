#include "engine/known_histories.h"

#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "engine/state_folder.h"
#include "os/files.h"
#include "os/private_file.h"
#include "store/history.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_file = "histories";
constexpr std::uint64_t k_largest_histories = std::uint64_t{256} << 20;
constexpr std::streamoff k_tail = 2048;                     // holds at least one whole line
constexpr std::uintmax_t k_long = std::uintmax_t{1} << 20;  // from here on it is looked whether it can be shorter

// "head <store> <place> <mission> <count> <hash>"
struct Line {
  std::string store;
  std::int64_t place = 0;
  audit::Head head;
};

std::string written(const Line& line) {
  return cat("head ", line.store, " ", line.place, " ", line.head.mission.text, " ", line.head.count, " ",
             line.head.hash, "\n");
}

// A line that was torn when its writer was killed is none.
std::optional<Line> read_line(std::string_view text) {
  constexpr size_t k_hash = 64;
  const auto words = split(text, ' ');
  if (words.size() != 6 || words[0] != "head" || words[5].size() != k_hash) return std::nullopt;
  const auto place = parse_uint(words[2]);
  const auto count = parse_uint(words[4]);
  if (!place || !count || *count == 0) return std::nullopt;
  return Line{std::string(words[1]),
              static_cast<std::int64_t>(*place),
              {model::MissionId(std::string(words[3])), *count, std::string(words[5])}};
}

std::optional<std::string> file_of(const std::string& git_folder) {
  const auto folder = state_folder(git_folder);
  if (!folder) return std::nullopt;
  return os::join_path(*folder, k_file);
}

std::optional<Line> last_line(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return std::nullopt;
  const std::streamoff size = file.tellg();
  if (size < 0) return std::nullopt;
  const auto from = size > k_tail ? size - k_tail : std::streamoff{0};
  std::string text(static_cast<size_t>(size - from), '\0');
  file.seekg(from);
  if (!file.read(text.data(), static_cast<std::streamsize>(text.size()))) return std::nullopt;
  const auto lines = split_lines(text);
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    if (auto found = read_line(*line)) return found;
  }
  return std::nullopt;
}

std::optional<std::string> loss_against(const Line& line, store::Store& store, const std::string& id) {
  if (line.store != id) {
    return cat("the store is another one than the one that was used here before (", line.store, ", now ", id, ")");
  }
  const auto fits = check_continues(store, line.head);
  return fits ? std::nullopt : std::optional(fits.error().message);
}

Result<std::string> all_of(const store::Store& store) {
  TRY_ASSIGN(const auto id, store.id());
  TRY_ASSIGN(const auto written_so_far, store.history().written_after(0));
  std::string out;
  for (const auto& head : written_so_far.heads) out += written({id, written_so_far.place, head});
  return out;
}

// Several writers at once must not mix their lines: one write each.
void add(const std::string& path, const std::string& text) {
  std::ofstream file;
  file.rdbuf()->pubsetbuf(nullptr, 0);
  file.open(path, std::ios::binary | std::ios::app);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace

KnownHistories known_histories(const std::string& git_folder) {
  KnownHistories out;
  const auto path = file_of(git_folder);
  const auto text = path ? os::read_file(*path, k_largest_histories) : Result<std::string>(not_found("histories"));
  if (!text) return out;
  for (const auto each : split_lines(*text)) {
    const auto line = read_line(each);
    if (!line) continue;
    auto& known = out[line->head.mission.text];
    if (line->head.count > known.count) known = line->head;
  }
  return out;
}

Result<void> check_continues(store::Store& store, const audit::Head& known) {
  const auto& mission = known.mission.text;
  const auto found = store.history().checkpoints(known.mission, known.count - 1, 1);
  if (!found && found.error().code == Code::not_found) {
    return corrupt(cat("mission ", mission, " is gone: ", plural(known.count, "checkpoint"), " of it are known"));
  }
  if (!found) return Error(found.error());
  if (found->empty()) {
    TRY_ASSIGN(const auto head, store.history().head(known.mission));
    return corrupt(cat("mission ", mission, " was set back: ", plural(known.count, "checkpoint"),
                       " of it are known, the store has ", head.count));
  }
  if (found->front().hash == known.hash && found->front().number == known.count) return {};
  return corrupt(cat("checkpoint ", known.count, " of ", mission,
                     " is not the one that is known: the history was rewritten or set back to an older copy"));
}

std::optional<std::string> quick_loss(const std::string& git_folder, store::Store& store) {
  const auto path = file_of(git_folder);
  const auto line = path ? last_line(*path) : std::nullopt;
  if (!line) return std::nullopt;
  const auto id = store.id();
  return id ? loss_against(*line, store, *id) : std::optional(id.error().message);
}

void note_histories(const std::string& git_folder, store::Store& store) {
  auto folder = state_folder(git_folder);
  if (!folder) folder = make_state_folder(git_folder);
  const auto id = store.id();
  if (!folder || !id) return;
  const auto path = os::join_path(*folder, k_file);
  const auto line = last_line(path);
  if (line && loss_against(*line, store, *id)) return;
  const auto since = store.history().written_after(line ? line->place : 0);
  if (!since || since->heads.empty()) return;
  std::string text;
  for (const auto& head : since->heads) text += written({*id, since->place, head});
  add(path, text);
  std::error_code ignored;
  const auto size = std::filesystem::file_size(path, ignored);
  if (ignored || size < k_long) return;
  const auto all = all_of(store);
  if (all && all->size() < size / 4) (void)os::write_private_file(path, *all);
}

Result<void> renew_histories(const std::string& git_folder, const store::Store& store) {
  TRY_ASSIGN(const auto folder, make_state_folder(git_folder));
  TRY_ASSIGN(const auto all, all_of(store));
  return os::write_private_file(os::join_path(folder, k_file), all);
}

}  // namespace assay::engine
