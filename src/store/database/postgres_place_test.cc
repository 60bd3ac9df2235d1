#include "store/database/postgres_place.h"

#include <gtest/gtest.h>

namespace assay::store {
namespace {

PostgresPlace read(std::string_view place) { return read_postgres_place(place).value(); }

TEST(PostgresPlace, IsToldFromAFile) {
  EXPECT_TRUE(is_postgres("postgresql://host/db"));
  EXPECT_TRUE(is_postgres("postgres://host/db"));
  EXPECT_FALSE(is_postgres("/srv/postgresql://store.db"));
  EXPECT_FALSE(is_postgres("assay.db"));
}

TEST(PostgresPlace, NamesASchemaThatLibpqIsNotToldOf) {
  const auto place = read("postgresql://host/db?schema=team_a&sslmode=require");
  EXPECT_EQ(place.schema, "team_a");
  EXPECT_EQ(place.url, "postgresql://host/db?sslmode=require");
  EXPECT_EQ(read("postgresql://host/db").schema, "assay");
  EXPECT_EQ(read("postgresql://host/db?a=b").url, "postgresql://host/db?a=b");
}

TEST(PostgresPlace, NeverShowsAPassword) {
  EXPECT_EQ(read("postgresql://anna:s3cret@host:5432/db").shown, "postgresql://anna@host:5432/db");
  EXPECT_EQ(read("postgresql://anna:s3@c:ret@host/db").shown, "postgresql://anna@host/db");
  EXPECT_EQ(read("postgresql://host/db?user=anna&password=s3cret&sslmode=require").shown,
            "postgresql://host/db?user=anna&sslmode=require");
  EXPECT_EQ(read("postgresql://host/db?sslpassword=s3cret").shown, "postgresql://host/db");
  EXPECT_EQ(read("postgresql://anna:s3/cr?et@host/db").shown.find("cret"), std::string::npos);
  EXPECT_EQ(read("postgresql://anna:s3?cret@host/db?sslmode=require").shown,
            "postgresql://anna@host/db?sslmode=require");
  EXPECT_EQ(read("postgresql://:s3cret@host").shown, "postgresql://@host");
  EXPECT_EQ(read("postgresql://anna:s3cret@host/db").url, "postgresql://anna:s3cret@host/db");
}

TEST(PostgresPlace, RefusesWhatIsNoNameOfASchema) {
  for (const auto* name : {"", "A", "a-b", "1a", "pg_toast", "a\"b", "a%20b"}) {
    EXPECT_FALSE(read_postgres_place(std::string("postgresql://host/db?schema=") + name)) << name;
  }
  EXPECT_FALSE(read_postgres_place("postgresql://host/d b"));
  EXPECT_FALSE(read_postgres_place("postgresql://host/d\nb"));
}

}  // namespace
}  // namespace assay::store
