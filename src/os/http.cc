#include "os/http.h"

#include <cstdlib>
#include <memory>

#include <curl/curl.h>

#include "base/text.h"
#include "os/curl_library.h"
#include "os/curl_program.h"
#include "os/http_receiver.h"

namespace assay::os {

namespace {

bool has_only_plain_characters(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) <= ' ' || c == 0x7f) return false;
  }
  return true;
}

Result<void> check_headers(const HttpRequest& request) {
  for (const auto& [name, value] : request.headers) {
    if (name.empty() || !has_only_plain_characters(name) || contains_any(value, {"\r", "\n"})) {
      return invalid_input(cat("a header cannot hold a line end: ", excerpt(name, 40)));
    }
  }
  return {};
}

// One request and what comes back. Both ends of it belong to one thread.
class Exchange {
 public:
  Exchange(const Curl& curl, const HttpRequest& request, const Url& url)
      : m_curl(curl),
        m_request(request),
        m_url(url),
        m_easy(curl.easy_init(), curl.easy_cleanup),
        m_headers(nullptr, curl.list_free),
        m_receiver(request, url) {}

  Result<HttpAnswer> run(const CancelToken* cancel) {
    if (!m_easy) return unavailable("there is no memory for a request");
    describe();
    TRY_ASSIGN(const auto code, perform(m_curl, m_easy.get(), cancel));
    return m_receiver.conclude(end_of(code));
  }

 private:
  void describe() {
    set(CURLOPT_URL, m_request.url.c_str());
    set(CURLOPT_PATH_AS_IS, 1L);
    set(CURLOPT_CUSTOMREQUEST, m_request.method.c_str());
    set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    if (!m_request.body.empty() || m_request.method != "GET") {
      set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(m_request.body.size()));
      set(CURLOPT_POSTFIELDS, m_request.body.data());
    }
    add_header("Expect:");
    for (const auto& [name, value] : m_request.headers) add_header(cat(name, ": ", value));
    set(CURLOPT_HTTPHEADER, m_headers.get());
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(m_request.timeout.count()));
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    if (!m_url.tls) set(CURLOPT_PROXY, "");
    if (const char* bundle = std::getenv("CURL_CA_BUNDLE")) set(CURLOPT_CAINFO, bundle);  // as the program has it
    set(CURLOPT_ERRORBUFFER, m_said);
    set(CURLOPT_HEADERFUNCTION, &Exchange::on_head);
    set(CURLOPT_HEADERDATA, this);
    set(CURLOPT_WRITEFUNCTION, &Exchange::on_body);
    set(CURLOPT_WRITEDATA, this);
  }

  template <class Value>
  void set(CURLoption option, Value value) {
    m_curl.set(m_easy.get(), option, value);
  }
  void add_header(const std::string& line) { m_headers.reset(m_curl.list_append(m_headers.release(), line.c_str())); }

  static size_t on_head(char* data, size_t, size_t size, void* self) {
    return static_cast<Exchange*>(self)->m_receiver.take_head({data, size}) ? size : 0;
  }
  static size_t on_body(char* data, size_t, size_t size, void* self) {
    return static_cast<Exchange*>(self)->m_receiver.take_body({data, size}) ? size : 0;
  }

  template <class Value>
  Value get(CURLINFO info) {
    Value out{};
    m_curl.get(m_easy.get(), info, &out);
    return out;
  }

  TransferEnd end_of(CURLcode code) {
    return {code, static_cast<int>(get<long>(CURLINFO_OS_ERRNO)), get<double>(CURLINFO_CONNECT_TIME) != 0, said(code)};
  }
  std::string said(CURLcode code) const { return m_said[0] == 0 ? m_curl.strerror(code) : m_said; }

  const Curl& m_curl;
  const HttpRequest& m_request;
  const Url& m_url;
  std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> m_easy;
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> m_headers;
  char m_said[CURL_ERROR_SIZE] = {};
  HttpReceiver m_receiver;
};

}  // namespace

std::string_view HttpAnswer::header(std::string_view wanted) const {
  for (const auto& [name, value] : headers) {
    if (name == wanted) return value;
  }
  return {};
}

namespace {

struct Scheme {
  std::string_view begin;  // "https://"
  std::string_view port;
};

Result<Url> parse_address(std::string_view text, const Scheme& plain, const Scheme& tls) {
  const auto wrong = [&](std::string_view why) {
    return invalid_input(cat("'", excerpt(text, 120), "' is not an address that can be called: ", why));
  };
  Url out;
  if (!has_only_plain_characters(text)) return wrong("it holds blanks or control characters");
  out.tls = text.starts_with(tls.begin);
  if (!out.tls && !text.starts_with(plain.begin))
    return wrong(cat("it must begin with ", plain.begin, " or ", tls.begin));
  const auto& scheme = out.tls ? tls : plain;
  auto rest = text.substr(scheme.begin.size());
  rest = rest.substr(0, rest.find('#'));
  const size_t slash = rest.find_first_of("/?");
  out.authority = rest.substr(0, slash);
  out.target = slash == std::string_view::npos ? "/" : std::string(rest.substr(slash));
  if (out.target.starts_with('?')) out.target.insert(0, "/");
  if (contains(out.authority, "@")) return wrong("names and passwords do not belong into it");
  std::string_view port;
  std::string_view host = out.authority;
  if (host.starts_with('[')) {
    const size_t close = host.find(']');
    if (close == std::string_view::npos) return wrong("a bracket is missing");
    port = host.substr(close + 1);
    host = host.substr(1, close - 1);
  } else if (const size_t colon = host.find(':'); colon != std::string_view::npos) {
    port = host.substr(colon);
    host = host.substr(0, colon);
  }
  if (host.empty()) return wrong("there is no host");
  if (!port.empty() && (!port.starts_with(':') || parse_uint(port.substr(1)).value_or(70'000) > 65'535)) {
    return wrong("its port is not a number up to 65535");
  }
  out.host = host;
  out.port = port.empty() ? scheme.port : port.substr(1);
  return out;
}

}  // namespace

Result<Url> parse_url(std::string_view text) { return parse_address(text, {"http://", "80"}, {"https://", "443"}); }
Result<Url> parse_mail_url(std::string_view text) {
  return parse_address(text, {"smtp://", "587"}, {"smtps://", "465"});
}

namespace {

// The same as Exchange::describe(), in words of the program.
CurlConfig described(const HttpRequest& request, const Url& url) {
  CurlConfig out;
  out.add("url", request.url);
  out.add("globoff");  // [ and { are themselves
  out.add("path-as-is");
  out.add("proto", "=http,https");
  out.add("request", request.method);
  out.add("http1.1");
  if (!request.body.empty() || request.method != "GET") out.add("data-binary", "@-");
  out.add("header", "Expect:");
  for (const auto& [name, value] : request.headers) out.add("header", cat(name, ": ", value));
  out.add("suppress-connect-headers");
  if (!url.tls) out.add("noproxy", "*");
  out.add("no-buffer");
  out.add("dump-header", "/dev/fd/4");
  return out;
}

}  // namespace

Result<HttpAnswer> http(const HttpRequest& request, const CancelToken* cancel) {
  const auto curl = curl_library();
  if (!curl) return http_by_program(request, cancel);
  TRY_ASSIGN(const auto url, parse_url(request.url));
  TRY(check_headers(request));
  return Exchange(**curl, request, url).run(cancel);
}

Result<HttpAnswer> http_by_program(const HttpRequest& request, const CancelToken* cancel) {
  TRY_ASSIGN(const auto url, parse_url(request.url));
  TRY(check_headers(request));
  CurlTransfer transfer{described(request, url), request.body, request.timeout};
  std::string body;
  const auto on_output = [&](std::string_view bytes) {
    body += bytes;
    return body.size() <= request.most_body;
  };
  TRY_ASSIGN(const auto done, run_curl(std::move(transfer), on_output, cancel));
  HttpReceiver receiver(request, url);
  for (size_t at = 0, end = 0; (end = done.head.find('\n', at)) != std::string::npos; at = end + 1) {
    receiver.take_head(std::string_view(done.head).substr(at, end + 1 - at));
  }
  receiver.take_body(body);
  return receiver.conclude(done.end);
}

}  // namespace assay::os
