// A real PostgreSQL for the tests of a program: started at the first use, ended with the program.
#pragma once

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "store/database/postgres_library.h"

namespace assay::store {

class PostgresServer {
 public:
  static PostgresServer& instance() {
    static PostgresServer server;
    return server;
  }
  ~PostgresServer() {
    stop();
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
    std::filesystem::remove(m_folder + ".words", ignored);
  }
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  // Why there is none; empty: there is one.
  const std::string& missing() const { return m_missing; }
  bool is_installed() const { return m_installed; }
  // A store of its own for each name.
  std::string place(std::string_view schema) const {
    return cat("postgresql:///postgres?host=", m_folder, "&user=assay&schema=", schema);
  }

  // What anyone with psql can do: the first value that the statement answers, or "error: …".
  std::string sql(std::string_view schema, const std::string& statement) const {
    const auto* libpq = store::libpq().value();
    const std::string url = cat("postgresql:///postgres?host=", m_folder, "&user=assay");
    const char* const names[] = {"dbname", nullptr};
    const char* const values[] = {url.c_str(), nullptr};
    auto* handle = libpq->connect(names, values, 1);
    const std::unique_ptr<PGconn, decltype(&PQfinish)> closed(handle, libpq->finish);
    libpq->clear(libpq->exec(handle, cat("SET search_path = ", schema).c_str()));
    auto* result = libpq->exec(handle, statement.c_str());
    const std::unique_ptr<PGresult, decltype(&PQclear)> cleared(result, libpq->clear);
    if (libpq->result_status(result) == PGRES_TUPLES_OK && libpq->rows(result) > 0) return libpq->value(result, 0, 0);
    return libpq->result_status(result) == PGRES_FATAL_ERROR ? cat("error: ", libpq->error_message(handle)) : "";
  }

 private:
  PostgresServer() : m_folder(cat("/tmp/assay-pg-", getpid(), "-", random_name(6))) {
    const std::string words = m_folder + ".words";
    m_process = fork();
    if (m_process == 0) {
      const int out = open(words.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
      dup2(out, 1);
      dup2(out, 2);
      execl("/bin/sh", "sh", ASSAY_TEST_POSTGRES_SERVER, m_folder.c_str(), nullptr);
      _exit(127);
    }
    for (int i = 0; i < 6000 && !is_ready(); ++i) {  // a minute
      int status = 0;
      if (waitpid(m_process, &status, WNOHANG) == m_process) {
        m_process = -1;
        m_installed = !WIFEXITED(status) || WEXITSTATUS(status) != k_not_installed;
        m_missing = cat("PostgreSQL cannot be started here: ", content(words));
        return;
      }
      usleep(10'000);
    }
    if (!is_ready()) m_missing = "PostgreSQL was not ready within a minute";
  }

  void stop() {
    if (m_process <= 0) return;
    kill(m_process, SIGQUIT);  // nothing in it is needed any more
    waitpid(m_process, nullptr, 0);
    m_process = -1;
  }
  static std::string content(const std::string& path) {
    std::ifstream in(path);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }
  bool is_ready() const { return contains(content(m_folder + "/data/postmaster.pid"), "ready"); }

  std::string m_folder;
  static constexpr int k_not_installed = 3;  // as server.sh says it

  std::string m_missing;
  bool m_installed = true;
  pid_t m_process = -1;
};

// A machine without PostgreSQL skips; one where it does not start fails.
#define NEED_POSTGRES()                                                           \
  if (const auto& there = PostgresServer::instance(); !there.missing().empty()) { \
    if (there.is_installed()) FAIL() << there.missing();                          \
    GTEST_SKIP() << there.missing();                                              \
  }

}  // namespace assay::store
