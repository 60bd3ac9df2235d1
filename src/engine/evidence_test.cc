#include "engine/evidence.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "os/files.h"

namespace assay::engine {
namespace {

class EvidenceTest : public testing::Test {
 protected:
  os::ScratchFolder m_scratch = os::ScratchFolder::make("assay-evidence").value();
  Evidence m_evidence{m_scratch.path() + "/evidence"};
};

TEST_F(EvidenceTest, WhatIsKeptIsNamedByItsContent) {
  const auto digest = m_evidence.keep("hello\n").value();
  EXPECT_EQ(digest, sha256_hex("hello\n"));
  EXPECT_EQ(m_evidence.read(digest, 100).value(), "hello\n");
  EXPECT_EQ(m_evidence.keep("hello\n").value(), digest);
}

TEST_F(EvidenceTest, AFileIsMovedIn) {
  const auto path = m_scratch.path() + "/log";
  ASSERT_TRUE(os::write_file(path, "output\n"));
  const auto digest = m_evidence.keep_file(path).value();
  EXPECT_FALSE(os::exists(path));
  EXPECT_EQ(m_evidence.read(digest, 100).value(), "output\n");
}

TEST_F(EvidenceTest, ChangedEvidenceIsNoticed) {
  const auto digest = m_evidence.keep("hello\n").value();
  ASSERT_TRUE(os::write_file(m_evidence.path_of(digest).value(), "forged\n"));
  EXPECT_EQ(m_evidence.read(digest, 100).error().code, Code::corrupt);
}

TEST_F(EvidenceTest, WhatIsNotThereOrNoDigestIsSaid) {
  EXPECT_EQ(m_evidence.path_of(sha256_hex("x")).error().code, Code::not_found);
  EXPECT_EQ(m_evidence.path_of("../../etc/passwd").error().code, Code::invalid_input);
}

}  // namespace
}  // namespace assay::engine
