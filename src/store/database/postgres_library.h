// The functions of libpq that are used here. It is opened when the first store on PostgreSQL is: linked, it would add
// 6 ms to every start. Any thread.
#pragma once

#include <libpq-fe.h>

#include "base/result.h"

namespace assay::store {

struct Libpq {
  decltype(&PQconnectdbParams) connect = nullptr;
  decltype(&PQconninfoParse) parse = nullptr;
  decltype(&PQconninfoFree) free_parsed = nullptr;
  decltype(&PQfinish) finish = nullptr;
  decltype(&PQstatus) status = nullptr;
  decltype(&PQerrorMessage) error_message = nullptr;
  decltype(&PQserverVersion) server_version = nullptr;
  decltype(&PQsocket) socket = nullptr;
  decltype(&PQexec) exec = nullptr;
  decltype(&PQenterPipelineMode) enter_pipeline = nullptr;
  decltype(&PQexitPipelineMode) exit_pipeline = nullptr;
  decltype(&PQpipelineSync) sync = nullptr;
  decltype(&PQsendPrepare) send_prepare = nullptr;
  decltype(&PQsendQueryPrepared) send_prepared = nullptr;
  decltype(&PQsendQueryParams) send_params = nullptr;
  decltype(&PQgetResult) get_result = nullptr;
  decltype(&PQconsumeInput) consume_input = nullptr;
  decltype(&PQnotifies) notifies = nullptr;
  decltype(&PQfreemem) free_memory = nullptr;
  decltype(&PQresultStatus) result_status = nullptr;
  decltype(&PQresultErrorField) error_field = nullptr;
  decltype(&PQcmdTuples) changed_rows = nullptr;
  decltype(&PQclear) clear = nullptr;
  decltype(&PQntuples) rows = nullptr;
  decltype(&PQgetisnull) is_null = nullptr;
  decltype(&PQgetvalue) value = nullptr;
  decltype(&PQgetlength) length = nullptr;
  decltype(&PQsetNoticeReceiver) set_notice_receiver = nullptr;
};

// Error unavailable: there is none on this machine, or it is too old; says which package brings it.
Result<const Libpq*> libpq();

}  // namespace assay::store
