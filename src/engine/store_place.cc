#include "engine/store_place.h"

#include <cstdlib>

#include "base/settings.h"
#include "base/text.h"
#include "base/toml.h"
#include "engine/operator_config.h"
#include "os/files.h"
#include "store/place.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_operator_file = 1 << 20;

}  // namespace

Result<std::string> checked_store_url(std::string_view url, std::string_view where) {
  if (!store::is_address(url)) {
    return invalid_input(cat(where, ": an address such as postgresql://USER@HOST/DATABASE is expected"));
  }
  if (const auto right = store::shown_place(url); !right) {
    return invalid_input(cat(where, ": ", right.error().message));
  }
  return std::string(url);
}

// Every command asks; so the file, where there is one, is only understood when it may say something of this.
Result<std::string> store_place(const std::string& private_folder, const std::string& file) {
  if (const char* named = std::getenv("ASSAY_STORE_URL"); named != nullptr && *named != 0) {
    return checked_store_url(named, "ASSAY_STORE_URL");
  }
  const auto path = operator_config_file(private_folder);
  if (path.empty()) return file;
  TRY_ASSIGN(const auto text, os::read_file(path, k_largest_operator_file));
  if (!contains(text, "store")) return file;
  TRY_ASSIGN(const auto document, parse_toml(text, path));
  const auto* table = document.get_object().if_contains("store");
  if (table == nullptr) return file;
  const auto where = cat(path, ": [store]");
  if (path != operator_config_path(private_folder)) {
    return invalid_input(cat(where, " is of one repository, and this file is of all of yours; write it into ",
                             operator_config_path(private_folder)));
  }
  Settings settings(*table, where);
  const auto url = settings.text("url");
  TRY(settings.finish());
  return url ? checked_store_url(*url, cat(where, " url")) : file;
}

}  // namespace assay::engine
