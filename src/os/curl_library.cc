// libcurl brings HTTP, SMTP, TLS, certificates and proxies. Linked it would bring 31 more shared objects into every
// start (4 ms, 12 million instructions), so it is opened at the first request (5 ms). It is there wherever git is: git
// needs it as well. Where it cannot be opened (the portable program is static), the curl program does it:
// curl_program.cc.
#include "os/curl_library.h"

#include <memory>
#include <optional>

#include <dlfcn.h>

#include "base/mutex.h"
#include "os/static_program.h"

namespace assay::os {

namespace {

Result<Curl> open_curl() {
  // It would bring the C library of the machine beside our own.
  if (is_static_program()) return unavailable("a static program cannot open libcurl");
  void* library = nullptr;
  for (const char* name : {"libcurl.so.4", "libcurl-gnutls.so.4"}) {
    if (library == nullptr) library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  if (library == nullptr) {
    return unavailable("libcurl is not installed (Debian: apt-get install libcurl4)");
  }
  Curl out;
  bool whole = true;
  const auto find = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
    whole = whole && function != nullptr;
  };
  find("curl_global_init", out.global_init);
  find("curl_easy_init", out.easy_init);
  find("curl_easy_cleanup", out.easy_cleanup);
  find("curl_easy_setopt", out.set);
  find("curl_easy_getinfo", out.get);
  find("curl_easy_strerror", out.strerror);
  find("curl_slist_append", out.list_append);
  find("curl_slist_free_all", out.list_free);
  find("curl_multi_init", out.multi_init);
  find("curl_multi_cleanup", out.multi_cleanup);
  find("curl_multi_add_handle", out.multi_add);
  find("curl_multi_remove_handle", out.multi_remove);
  find("curl_multi_perform", out.multi_perform);
  find("curl_multi_poll", out.multi_poll);
  find("curl_multi_info_read", out.multi_read);
  if (!whole || out.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    return unavailable("the libcurl of this machine cannot be used; it is older than 7.66 or damaged");
  }
  return out;
}

}  // namespace

Result<const Curl*> curl_library() {
  static Mutex mutex;
  static std::optional<Curl> known GUARDED_BY(mutex);
  const MutexLock lock(mutex);
  if (!known) {
    TRY_ASSIGN(known, open_curl());
  }
  return &*known;
}

Result<CURLcode> perform(const Curl& curl, CURL* transfer, const CancelToken* cancel) {
  const std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)> multi(curl.multi_init(), curl.multi_cleanup);
  if (!multi) return unavailable("there is no memory for a request");
  curl_waitfd wakes[2] = {{signal_wake_fd(), CURL_WAIT_POLLIN, 0},
                          {cancel == nullptr ? -1 : cancel->wake_fd(), CURL_WAIT_POLLIN, 0}};
  curl.multi_add(multi.get(), transfer);
  bool is_cancelled = false;
  for (int running = 1; running > 0 && !is_cancelled;) {
    if (curl.multi_perform(multi.get(), &running) != CURLM_OK) break;
    if (running == 0) break;
    curl.multi_poll(multi.get(), wakes, 2, 60'000, nullptr);
    is_cancelled = wakes[0].revents != 0 || wakes[1].revents != 0;
  }
  int left = 0;
  const auto* message = is_cancelled ? nullptr : curl.multi_read(multi.get(), &left);
  const auto code = message == nullptr ? CURLE_FAILED_INIT : message->data.result;
  curl.multi_remove(multi.get(), transfer);
  if (is_cancelled) return unavailable("it was cancelled");
  return code;
}

}  // namespace assay::os
