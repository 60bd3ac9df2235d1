// The worked examples of docs/formats/audit.md and attestation.md, recomputed from the documents themselves.
#include <fstream>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "audit/export.h"
#include "audit/export_lines.h"
#include "audit/sample_landing.h"
#include "base/text.h"

namespace assay::audit {
namespace {

std::string document(const char* path = ASSAY_AUDIT_DOCUMENT) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream out;
  out << file.rdbuf();
  return out.str();
}

// The fenced blocks of one language, in order, without the last line end.
std::vector<std::string> blocks(std::string_view text, std::string_view language) {
  std::vector<std::string> out;
  const std::string fence = cat("\n```", language, "\n");
  for (size_t at = text.find(fence); at != std::string_view::npos; at = text.find(fence, at)) {
    at += fence.size();
    const size_t end = text.find("\n```\n", at);
    out.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return out;
}

TEST(AuditDocument, TheExampleExportIsIntactAndTheSealIsTheOneInIt) {
  const auto examples = blocks(document(), "jsonl");
  ASSERT_EQ(examples.size(), 1u);
  const std::string example = examples[0] + "\n";
  TextSource source(example);
  const auto examined = verify_export(source);
  ASSERT_TRUE(examined);
  ASSERT_FALSE(examined->fault) << sentence(*examined->fault);
  EXPECT_EQ(examined->checkpoints, 2u);
  EXPECT_TRUE(contains(document(), cat("\n# ", examined->seal, "  -\n")));
}

TEST(AuditDocument, TheCanonicalFormsAreTheBytesThatAreHashed) {
  const std::string example = blocks(document(), "jsonl").at(0);
  const auto lines = split_lines(example);
  const auto forms = blocks(document(), "text");
  ASSERT_EQ(forms.size(), 2u);
  for (size_t i = 0; i < forms.size(); ++i) {
    const auto checkpoint = read_checkpoint(lines.at(i + 1));
    ASSERT_TRUE(checkpoint) << checkpoint.error().message;
    EXPECT_EQ(canonical_form(*checkpoint), forms[i]);
    EXPECT_EQ(sha256_hex(forms[i]), checkpoint->hash);
    EXPECT_TRUE(contains(document(), cat("\n# ", checkpoint->hash, "  -\n")));
  }
}

TEST(AuditDocument, EveryKindAndEveryKeyIsNamed) {
  for (const auto& row : model::k_checkpoint_kinds) EXPECT_TRUE(contains(document(), cat("`", row.name, "`")));
  EXPECT_TRUE(contains(document(), "id missionId number kind title detail taskId createdAt actor previousHash hash"));
}

TEST(AttestationDocument, HoldsTheExampleBundleItsKeyAndItsPayloads) {
  const auto text = document(ASSAY_ATTESTATION_DOCUMENT);
  EXPECT_EQ(blocks(text, "jsonl").at(0) + "\n", sample_bundle());
  EXPECT_EQ(blocks(text, "pem").at(0) + "\n", pem_of(sample_key().public_key()));
  EXPECT_TRUE(contains(text, key_id(sample_key().public_key())));
  const auto payloads = blocks(text, "json");
  const auto bundle = sample_bundle();
  const auto lines = split_lines(bundle);
  ASSERT_EQ(payloads.size(), 3u) << "those of the first landing";
  for (size_t i = 0; i < payloads.size(); ++i) EXPECT_EQ(read_envelope(lines[i])->payload, payloads[i]);
  EXPECT_TRUE(contains(text, cat("\n# ", sha256_hex(lines[0]), "  -\n")));
  EXPECT_EQ(blocks(text, "text").at(0) + "\n", batch_text(sample_landing().approval.batch.landings));
  for (const auto type : {k_test_result, k_summary, k_approval}) EXPECT_TRUE(contains(text, cat("`", type, "`")));
}

}  // namespace
}  // namespace assay::audit
