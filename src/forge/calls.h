// The addresses below an API that are called, and what an answer that is no success means. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "forge/place.h"

namespace assay::forge {

std::string change_path(const Place& place, std::uint64_t number);
std::string issue_path(const Place& place, std::uint64_t number);
std::string comments_path(const Place& place, std::uint64_t number);  // a list, and where a new one is posted
std::string comment_path(const Place& place, std::uint64_t number, std::uint64_t id);
std::string_view comment_edit_method(Service service);
std::string new_status_path(const Place& place, std::string_view commit);
std::string statuses_path(const Place& place, std::string_view commit);
std::string changes_with_path(const Place& place, std::string_view commit);
// The page of a list; pages hold a hundred.
constexpr std::uint64_t k_page = 100;
std::string page_of(std::string_view path, std::uint64_t page);

struct Refusal {
  int status = 0;
  std::string_view body;
  std::string_view retry_after;      // headers, empty when absent
  std::string_view limit_remaining;  // x-ratelimit-remaining, or ratelimit-remaining
  std::string_view limit_reset;      // seconds since 1970
  std::string_view location;
};

// In words: what was asked for, what the service said, what to do. Nothing in it comes from a token.
Error refusal_of(const Refusal& refusal, std::string_view what, const Place& place);

}  // namespace assay::forge
