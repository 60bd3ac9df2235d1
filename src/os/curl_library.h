// libcurl, opened when it is first needed, and a transfer of it that can be cancelled. Only http.cc and smtp.cc know
// it.
#pragma once

#include <curl/curl.h>

#include "base/result.h"
#include "os/cancel_token.h"

namespace assay::os {

// What is used of the library.
struct Curl {
  decltype(&curl_global_init) global_init = nullptr;
  decltype(&curl_easy_init) easy_init = nullptr;
  decltype(&curl_easy_cleanup) easy_cleanup = nullptr;
  decltype(&curl_easy_setopt) set = nullptr;
  decltype(&curl_easy_getinfo) get = nullptr;
  decltype(&curl_easy_strerror) strerror = nullptr;
  decltype(&curl_slist_append) list_append = nullptr;
  decltype(&curl_slist_free_all) list_free = nullptr;
  decltype(&curl_multi_init) multi_init = nullptr;
  decltype(&curl_multi_cleanup) multi_cleanup = nullptr;
  decltype(&curl_multi_add_handle) multi_add = nullptr;
  decltype(&curl_multi_remove_handle) multi_remove = nullptr;
  decltype(&curl_multi_perform) multi_perform = nullptr;
  decltype(&curl_multi_poll) multi_poll = nullptr;
  decltype(&curl_multi_info_read) multi_read = nullptr;
};

Result<const Curl*> curl_library();

// Runs a transfer that is described. How it ended; an error when somebody cancelled it.
Result<CURLcode> perform(const Curl& curl, CURL* transfer, const CancelToken* cancel);

}  // namespace assay::os
