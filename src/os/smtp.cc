#include "os/smtp.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "base/text.h"
#include "os/curl_library.h"
#include "os/curl_program.h"
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

std::string why_not_sent(CURLcode code, const Url& url, std::string_view said) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST: return cat("cannot find the host ", url.host);
    case CURLE_COULDNT_CONNECT: return cat("cannot connect to ", url.authority);
    case CURLE_OPERATION_TIMEDOUT: return "the mail server took too long";
    case CURLE_LOGIN_DENIED: return "the mail server does not accept the user and password";
    case CURLE_USE_SSL_FAILED:
      return cat(url.host, " does not offer STARTTLS, and a mail leaves this machine encrypted only; try smtps://");
    default: return std::string(said);
  }
}

std::string address_of(const Url& url) {
  const auto host = contains(url.host, ":") ? cat("[", url.host, "]") : url.host;
  return cat(url.tls ? "smtps://" : "smtp://", host, ":", url.port, "/");
}

}  // namespace

Result<void> send_mail_by_program(const MailRequest& request, const CancelToken* cancel) {
  TRY_ASSIGN(const auto url, parse_mail_url(request.url));
  if (contains(request.user, ":")) return invalid_input("without libcurl the user of a mail server holds no colon");
  CurlTransfer transfer{{}, request.message, request.timeout};
  auto& config = transfer.config;
  config.add("url", address_of(url));
  config.add("proto", "=smtp,smtps");
  config.add("mail-from", cat("<", request.from, ">"));
  for (const auto& each : request.to) config.add("mail-rcpt", cat("<", each, ">"));
  if (!request.user.empty()) config.add("user", cat(request.user, ":", request.password));
  config.add(is_this_machine(url.host) ? "ssl" : "ssl-reqd");
  config.add("noproxy", "*");
  config.add("upload-file", "-");
  TRY_ASSIGN(const auto done, run_curl(
                                  std::move(transfer), [](std::string_view) { return true; }, cancel));
  if (done.end.code != CURLE_OK) return unavailable(why_not_sent(done.end.code, url, done.end.said));
  return {};
}

Result<void> send_mail(const MailRequest& request, const CancelToken* cancel) {
  const auto library = curl_library();
  if (!library) return send_mail_by_program(request, cancel);
  const auto* curl = *library;
  TRY_ASSIGN(const auto url, parse_mail_url(request.url));
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> easy(curl->easy_init(), curl->easy_cleanup);
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> receivers(nullptr, curl->list_free);
  if (!easy) return unavailable("there is no memory for a mail");
  const auto set = [&](CURLoption option, auto value) { curl->set(easy.get(), option, value); };
  for (const auto& each : request.to)
    receivers.reset(curl->list_append(receivers.release(), cat("<", each, ">").c_str()));
  const auto address = address_of(url);
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
  if (code != CURLE_OK) return unavailable(why_not_sent(code, url, said[0] == 0 ? curl->strerror(code) : said));
  return {};
}

}  // namespace assay::os
