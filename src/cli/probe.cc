// `assay probe-http`: what the critic starts inside a sandbox, beside the server it asks.
#include "os/probe.h"

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"

namespace assay::cli {

namespace {

constexpr Flag k_probe_table[] = {
    {"--port", "", Takes::value, "N", "where it listens, on the loopback"},
    {"--method", "", Takes::value, "METHOD", "default: GET"},
    {"--path", "", Takes::value, "PATH", "default: /"},
    {"--timeout-ms", "", Takes::value, "N", "how long to wait for an answer"},
    {"--server", "", Takes::value, "PID", "its process: when it has ended, so has the waiting"},
};

}  // namespace

const std::span<const Flag> k_probe_flags = k_probe_table;

Result<int> run_probe(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_probe_table, invocation.arguments));
  os::ProbeOptions probe_options;
  TRY_ASSIGN(const auto port, number_of(options, "--port", {0, 65'535}, 8080));
  TRY_ASSIGN(const auto timeout, number_of(options, "--timeout-ms", {0, 3'600'000}, 30'000));
  TRY_ASSIGN(const auto server, number_of(options, "--server", {0, 1U << 30}, 0));
  probe_options.port = static_cast<std::uint16_t>(port);
  probe_options.timeout = std::chrono::milliseconds(timeout);
  probe_options.server = static_cast<int>(server);
  probe_options.method = options.value("--method").value_or("GET");
  probe_options.path = options.value("--path").value_or("/");
  TRY_ASSIGN(const auto answer, os::probe_http(probe_options));
  const json::object document{{"status", answer.status}, {"body", answer.body}, {"problem", answer.problem}};
  TRY(print(write_json(document) + "\n"));
  return answer.status > 0 ? k_exit_ok : k_exit_gate;
}

}  // namespace assay::cli
