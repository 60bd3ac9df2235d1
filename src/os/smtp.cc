#include "os/smtp.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "base/text.h"
#include "os/curl_library.h"
#include "os/http.h"

namespace assay::os {

namespace {

bool is_this_machine(std::string_view host) { return host == "localhost" || host == "::1" || host.starts_with("127."); }

size_t read_message(char* to, size_t size, size_t count, void* left) {
  auto& text = *static_cast<std::string_view*>(left);
  const size_t taken = std::min(size * count, text.size());
  std::copy_n(text.data(), taken, to);
  text.remove_prefix(taken);
  return taken;
}

std::string why_not_sent(const Curl& curl, CURLcode code, const Url& url, std::string_view said) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST: return cat("cannot find the host ", url.host);
    case CURLE_COULDNT_CONNECT: return cat("cannot connect to ", url.authority);
    case CURLE_OPERATION_TIMEDOUT: return "the mail server took too long";
    case CURLE_LOGIN_DENIED: return "the mail server does not accept the user and password";
    case CURLE_USE_SSL_FAILED:
      return cat(url.host, " does not offer STARTTLS, and a mail leaves this machine encrypted only; try smtps://");
    default: return said.empty() ? curl.strerror(code) : std::string(said);
  }
}

}  // namespace

Result<void> send_mail(const MailRequest& request, const CancelToken* cancel) {
  TRY_ASSIGN(const auto url, parse_mail_url(request.url));
  TRY_ASSIGN(const auto* curl, curl_library());
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> easy(curl->easy_init(), curl->easy_cleanup);
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> receivers(nullptr, curl->list_free);
  if (!easy) return unavailable("there is no memory for a mail");
  const auto set = [&](CURLoption option, auto value) { curl->set(easy.get(), option, value); };
  for (const auto& each : request.to)
    receivers.reset(curl->list_append(receivers.release(), cat("<", each, ">").c_str()));
  const auto address = cat(url.tls ? "smtps://" : "smtp://",
                           contains(url.host, ":") ? cat("[", url.host, "]") : url.host, ":", url.port, "/");
  const auto from = cat("<", request.from, ">");
  std::string_view left = request.message;
  char said[CURL_ERROR_SIZE] = {};
  set(CURLOPT_URL, address.c_str());
  set(CURLOPT_MAIL_FROM, from.c_str());
  set(CURLOPT_MAIL_RCPT, receivers.get());
  if (!request.user.empty()) {
    set(CURLOPT_USERNAME, request.user.c_str());
    set(CURLOPT_PASSWORD, request.password.c_str());
  }
  set(CURLOPT_USE_SSL, static_cast<long>(is_this_machine(url.host) ? CURLUSESSL_TRY : CURLUSESSL_ALL));
  if (const char* bundle = std::getenv("CURL_CA_BUNDLE")) set(CURLOPT_CAINFO, bundle);
  set(CURLOPT_PROXY, "");
  set(CURLOPT_UPLOAD, 1L);
  set(CURLOPT_READFUNCTION, &read_message);
  set(CURLOPT_READDATA, &left);
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeout.count()));
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_ERRORBUFFER, said);
  TRY_ASSIGN(const auto code, perform(*curl, easy.get(), cancel));
  if (code != CURLE_OK) return unavailable(why_not_sent(*curl, code, url, said));
  return {};
}

}  // namespace assay::os
