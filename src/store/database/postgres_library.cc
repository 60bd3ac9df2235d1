#include "store/database/postgres_library.h"

#include <optional>
#include <type_traits>

#include <dlfcn.h>

#include "base/mutex.h"

namespace assay::store {

namespace {

Result<Libpq> open_libpq() {
  void* library = ::dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return unavailable(
        "a store on PostgreSQL is reached through libpq, which is not installed (Debian: apt-get install libpq5)");
  }
  Libpq out;
  bool whole = true;
  const auto find = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
    whole = whole && function != nullptr;
  };
  find("PQconnectdbParams", out.connect);
  find("PQconninfoParse", out.parse);
  find("PQconninfoFree", out.free_parsed);
  find("PQfinish", out.finish);
  find("PQstatus", out.status);
  find("PQerrorMessage", out.error_message);
  find("PQserverVersion", out.server_version);
  find("PQsocket", out.socket);
  find("PQexec", out.exec);
  find("PQenterPipelineMode", out.enter_pipeline);
  find("PQexitPipelineMode", out.exit_pipeline);
  find("PQpipelineSync", out.sync);
  find("PQsendPrepare", out.send_prepare);
  find("PQsendQueryPrepared", out.send_prepared);
  find("PQsendQueryParams", out.send_params);
  find("PQgetResult", out.get_result);
  find("PQconsumeInput", out.consume_input);
  find("PQnotifies", out.notifies);
  find("PQfreemem", out.free_memory);
  find("PQresultStatus", out.result_status);
  find("PQresultErrorField", out.error_field);
  find("PQcmdTuples", out.changed_rows);
  find("PQclear", out.clear);
  find("PQntuples", out.rows);
  find("PQgetisnull", out.is_null);
  find("PQgetvalue", out.value);
  find("PQgetlength", out.length);
  find("PQsetNoticeReceiver", out.set_notice_receiver);
  if (!whole) {
    return unavailable("the libpq of this machine is older than 14 or damaged (Debian: apt-get install libpq5)");
  }
  return out;
}

}  // namespace

Result<const Libpq*> libpq() {
  static Mutex mutex;
  static std::optional<Libpq> known GUARDED_BY(mutex);
  const MutexLock lock(mutex);
  if (!known) {
    TRY_ASSIGN(known, open_libpq());
  }
  return &*known;
}

}  // namespace assay::store
