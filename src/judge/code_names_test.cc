#include "judge/code_names.h"

#include <gtest/gtest.h>

namespace assay::judge {
namespace {

TEST(CodeNames, DefinedNames) {
  EXPECT_EQ(defined_name("export async function handlePost(req) {"), "handlePost");
  EXPECT_EQ(defined_name("    def downgrade():"), "downgrade");
  EXPECT_EQ(defined_name("func (s *Server) Update(w http.ResponseWriter) {"), "Update");
  EXPECT_EQ(defined_name("pub fn wipe(user: &User) -> Result<()> {"), "wipe");
  EXPECT_EQ(defined_name("  public void wipe(User user) {"), "wipe");
  EXPECT_EQ(defined_name("export const load = async (id) => {"), "load");
  EXPECT_EQ(defined_name("  async down(queryRunner) {"), "down");
  EXPECT_EQ(defined_name("  if (isAdmin(user)) {"), "");
  EXPECT_EQ(defined_name("  return compute(x)"), "");
  EXPECT_EQ(defined_name("  foo.bar(x) {"), "");
}

}  // namespace
}  // namespace assay::judge
