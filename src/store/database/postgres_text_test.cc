#include "store/database/postgres_text.h"

#include <gtest/gtest.h>

namespace assay::store {
namespace {

TEST(PostgresText, ReadsBackAsItWasWritten) {
  for (const auto& text : {std::string(), std::string("plain"), std::string("\0", 1), std::string("a\0\0b", 4),
                           std::string("\xEF\xB7\x90"),
                           std::string("\xEF\xB7\x90\0\xEF\xB7\x90"
                                       "0",
                                       8)}) {
    const auto written = to_postgres(text);
    EXPECT_EQ(written.find('\0'), std::string::npos);
    EXPECT_EQ(from_postgres(written), text);
  }
  EXPECT_EQ(to_postgres("plain"), "plain");
  EXPECT_FALSE(is_escaped("plain"));
  EXPECT_TRUE(is_escaped(to_postgres(std::string_view("\0", 1))));
}

TEST(PostgresText, RepairsWhatIsNotUtf8) { EXPECT_EQ(to_postgres("caf\xE9"), "caf\xEF\xBF\xBD"); }

TEST(PostgresText, AnEscapeThatWasCutOffEndsTheText) { EXPECT_EQ(from_postgres("a\xEF\xB7\x90"), "a"); }

}  // namespace
}  // namespace assay::store
