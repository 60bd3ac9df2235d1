#include <gtest/gtest.h>

#include "judge/risk/risk_cases.h"

namespace assay::judge {
namespace {

TEST(RiskDestructive, DeletesForGood) {
  expect_risky(
      Area::destructive,
      {
          {"src/cleanup.js",
           " export async function cleanup(user) {\n+  await rm(`/var/data/${user.folder}`, { recursive: true, force: "
           "true });\n }"},

          {"scripts/clean.sh", "+rm -rf \"$TARGET_PATH\"\n done"},
          {"scripts/clean.sh", "+rm -rf /srv/data\n done"},
          {"scripts/deploy.sh", "+kubectl delete namespace prod\n done"},
          {"scripts/deploy.sh", "+git push --force origin main\n done"},
          {"scripts/deploy.sh", "+terraform destroy -auto-approve\n done"},
          {"scripts/deploy.sh", "+aws s3 rm s3://data --recursive\n done"},
          {"src/a.py", "+    shutil.rmtree(user_path)\n     return 1"},
          {"src/a.go", "+\tos.RemoveAll(root)\n \treturn nil"},
          {"src/a.ts", "+  fs.rmSync(dataDir, { recursive: true, force: true });\n   x();"},
          {"src/a.ts", "+  await prisma.user.deleteMany({});\n   x();"},
          {"src/a.rs", "+    std::fs::remove_dir_all(&home)?;\n     Ok(())"},
          {"src/a.py", "+    cursor.execute('DELETE FROM users')\n     return 1"},
          {"src/a.py", "+    cursor.execute('TRUNCATE TABLE users')\n     return 1"},
          {"src/a.rb", "+    User.destroy_all\n     true"},
          {"src/a.py", "+    s3.delete_bucket(Bucket=name)\n     return 1"},
          {"infra/main.tf", "   name = \"data\"\n-  deletion_protection = true\n+  deletion_protection = false\n }"},
          {"src/purge.ts",
           " async function purgeAccounts(options) {\n-  if (!(await confirm('Delete all?'))) return;\n   await "
           "store.deleteAll();\n }"},
          {"src/wipe.py", " def wipe(store):\n-    backup(store)\n     store.drop_all()\n"},
          {"src/clean.go",
           " func Purge(opts Options) error {\n-\tif opts.DryRun {\n-\t\treturn nil\n-\t}\n \treturn deleteAll()"},
      });
}

TEST(RiskDestructive, LookAlikes) {
  expect_calm({
      {"src/Row.vue", "+  <span class=\"truncate\">{{ name }}</span>\n   x"},
      {"src/a.go", "-\tos.RemoveAll(repoutil.UserPath(name))\n+\tos.RemoveAll(repox.UserPath(name))"},
      {"Dockerfile", "+RUN rm -rf \"$pkg_dir/prebuilds\"\n RUN x"},

      {"src/a.ts", "+  cache.delete(key);\n   x();"},
      {"src/a.cc", "+  items.erase(items.begin());\n   x();"},
      {"src/a.cc", "+  delete ptr;\n   x();"},
      {"src/a.py", "+    items.remove(item)\n     return 1"},
      {"src/a.ts", "-  return truncate(label, 20);\n+  return truncate(label, 40);"},
      {"scripts/build.sh", "+rm -rf build/\n make"},
      {"scripts/build.sh", "+rm -rf \"$BUILD_DIR\" dist node_modules\n make"},
      {"scripts/run.sh", "+tmp=$(mktemp -d)\n+trap 'rm -rf \"$tmp\"' EXIT\n+rm -rf \"$tmp\"\n x"},
      {"Makefile", " clean:\n+\trm -rf build dist\n"},
      {"src/a.py", "+    shutil.rmtree(tmp_dir)\n     return 1"},
      {"src/a.go", "+\tdefer os.RemoveAll(tempDir)\n \treturn nil"},
      {"test/a.test.ts", "+  fs.rmSync(dataDir, { recursive: true });\n   x();"},
      {"src/a.ts", "+  fs.rmSync('dist', { recursive: true });\n   x();"},
      {"src/a.ts", "-  element.remove();\n+  element.classList.remove('on');"},
      {"src/a.py", "+    cursor.execute('DELETE FROM users WHERE id = %s', [user_id])\n     return 1"},
      {"src/list.ts", "+  list.clear();\n   x();"},
      {"scripts/deploy.sh", "+git push --force-with-lease origin feature\n x"},
      {"scripts/deploy.sh", "+kubectl delete pod x --dry-run=client\n x"},
      {"src/form.ts", "-  const ok = confirm('Leave page?');\n+  const ok = confirmLeave();\n   go();"},
  });
}

}  // namespace
}  // namespace assay::judge
