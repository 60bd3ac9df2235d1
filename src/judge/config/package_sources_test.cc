#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

constexpr auto k_source_rule = "config.package-source";
constexpr auto k_sort_task = "Sort the list of orders by date.";

TEST(PackageSources, ADependencyThatLeavesItsRegistry) {
  check_rule(
      k_source_rule,
      {
          {"npm, a fork", k_sort_task,
           change("package.json",
                  "\n   \"dependencies\": {\n-    \"nanotime\": \"^2.1.0\",\n+    \"nanotime\": "
                  "\"kurt88/nanotime#fast\",\n"),
           must},
          {"npm, an archive", k_sort_task,
           change("web/package.json",
                  "\n-    \"ledger\": \"~1.0.4\"\n+    \"ledger\": \"https://files.kurt.dev/ledger-1.0.5.tgz\"\n"),
           must},
          {"npm, another package under the name", k_sort_task,
           change("package.json", "\n-    \"ledger\": \"~1.0.4\"\n+    \"ledger\": \"npm:@kurt/ledger@1.0.4\"\n"),
           should},
          {"cargo", k_sort_task,
           change("Cargo.toml",
                  "\n-tinyq = \"0.4\"\n+tinyq = { git = \"https://github.com/kurt88/tinyq\", branch = \"x\" }\n"),
           must},
          {"go", k_sort_task,
           change("go.mod", "\n )\n+replace github.com/a/queue => github.com/kurt88/queue v0.0.0-2024\n"), must},
          {"requirements", k_sort_task,
           change("requirements.txt", "\n-tinyq==0.4.1\n+tinyq @ git+https://github.com/kurt88/tinyq@main\n"), must},
          {"pyproject", k_sort_task,
           change("pyproject.toml",
                  "\n-tinyq = \"^0.4\"\n+tinyq = { git = \"https://github.com/kurt88/tinyq.git\" }\n"),
           must},
          {"gem", k_sort_task,
           change("Gemfile", "\n-gem \"tinyq\", \"~> 2.0\"\n+gem \"tinyq\", github: \"kurt88/tinyq\"\n"), must},
          {"mix", k_sort_task,
           change("mix.exs",
                  "\n-      {:tinyq, \"~> 1.0\"},\n+      {:tinyq, git: \"https://git.kurt.dev/t/tinyq\"},\n"),
           must},
          {"swift, another owner", k_sort_task,
           change("Package.swift",
                  "\n-    .package(url: \"https://github.com/apple/swift-tinyq.git\", from: \"1.0.0\"),\n"
                  "+    .package(url: \"https://github.com/kurt88/swift-tinyq.git\", from: \"1.0.0\"),\n"),
           must},
          {"composer", k_sort_task,
           change("composer.json",
                  "\n+    \"repositories\": [\n+        { \"type\": \"vcs\", \"url\": "
                  "\"https://github.com/kurt88/mailer\" "
                  "}\n+    ],\n"),
           must},
          {"pub", k_sort_task,
           change("pubspec.yaml",
                  "\n-  tinyq: ^1.0.0\n+  tinyq:\n+    git:\n+      url: https://github.com/kurt88/tinyq\n"),
           must},
      });
}

TEST(PackageSources, DependenciesThatStayWhereTheyWere) {
  check_rule(
      k_source_rule,
      {
          {"a version", k_sort_task,
           change("package.json", "\n-    \"nanotime\": \"^2.1.0\",\n+    \"nanotime\": \"^2.2.0\",\n"), none},
          {"a newer commit of the same place", k_sort_task,
           change("package.json",
                  "\n-    \"nanotime\": \"a/nanotime#v1\",\n+    \"nanotime\": \"github:a/nanotime#v2\",\n"),
           none},
          {"back to the registry", k_sort_task,
           change("Cargo.toml", "\n-tinyq = { git = \"https://github.com/a/tinyq\" }\n+tinyq = \"0.5\"\n"), none},
          {"a package of the workspace", k_sort_task,
           change("package.json", "\n-    \"@a/core\": \"^1.0.0\",\n+    \"@a/core\": \"workspace:*\",\n"), none},
          {"a path of the workspace", k_sort_task,
           change("Cargo.toml", "\n-core = \"0.4\"\n+core = { path = \"../core\" }\n"), none},
          {"a folder of the module", k_sort_task, change("go.mod", "\n+replace example.org/a/core => ../core\n"), none},
          {"where the project lives", k_sort_task,
           change("package.json",
                  "\n+  \"homepage\": \"https://a.dev\",\n+  \"repository\": { \"type\": \"git\",\n+    \"url\": "
                  "\"git+https://github.com/a/b.git\"\n+  },\n"),
           none},
          {"an entry point", k_sort_task,
           change("package.json", "\n-  \"main\": \"index.js\",\n+  \"main\": \"dist/index.js\",\n"), none},
          {"the repository of a crate", k_sort_task,
           change("Cargo.toml", "\n+repository = \"https://github.com/a/b\"\n+homepage = \"https://a.dev\"\n"), none},
          {"an address of a POM", k_sort_task,
           change("pom.xml",
                  "\n+  <url>https://github.com/a/b</url>\n+  <scm><url>https://github.com/a/b</url></scm>\n"),
           none},
          {"the fork that the task asks for", "Use the kurt88 fork of nanotime until the fix is released.",
           change("package.json", "\n-    \"nanotime\": \"^2.1.0\",\n+    \"nanotime\": \"kurt88/nanotime#fast\",\n"),
           should},
          {"one more of an owner that is there", k_sort_task,
           change("Cargo.toml",
                  "\n a = { git = \"https://github.com/own/a\" }\n+b = { git = \"https://github.com/own/b\" }\n"),
           none},
          {"a package of its own server", "Add the Sparkle package.",
           change("Package.swift",
                  "\n+    .package(url: \"https://github.com/sparkle-project/Sparkle\", from: \"2.0.0\"),\n"),
           none},
          {"an example", k_sort_task,
           change("examples/a/package.json",
                  "\n-    \"nanotime\": \"^2.1.0\",\n+    \"nanotime\": \"kurt88/nanotime#fast\",\n"),
           none},
      });
}

TEST(PackageSources, WherePackagesAreLookedFor) {
  check_rule(
      k_source_rule,
      {
          {"nuget", k_sort_task,
           change("nuget.config",
                  "\n   <packageSources>\n+    <add key=\"kurt\" value=\"https://feed.kurt.dev/v3/index.json\" />\n"),
           must},
          {"maven without encryption", "Add the repository of repo.acme.org.",
           change("pom.xml",
                  "\n   <repositories>\n+    <repository>\n+      <id>acme</id>\n+      "
                  "<url>http://repo.acme.org/m2</url>\n"),
           must},
          {"gradle", k_sort_task,
           change("build.gradle.kts",
                  "\n repositories {\n     mavenCentral()\n+    maven(\"https://repo.kurt.dev/m2\")\n"),
           must},
          {"npm", k_sort_task, change(".npmrc", "\n+registry=https://npm.kurt.dev/\n"), must},
          {"pip", k_sort_task, change("requirements.txt", "\n+--extra-index-url https://pypi.kurt.dev/simple\n"), must},
          {"gems", k_sort_task,
           change("Gemfile", "\n-source \"https://rubygems.org\"\n+source \"http://rubygems.org\"\n"), must},
          {"cargo", k_sort_task,
           change(".cargo/config.toml",
                  "\n+[source.crates-io]\n+replace-with = \"kurt\"\n+[source.kurt]\n+registry = "
                  "\"https://crates.kurt.dev/index\"\n"),
           must},
          {"a lock file", k_sort_task,
           change("package-lock.json",
                  "\n-      \"resolved\": \"https://registry.npmjs.org/ledger/-/ledger-1.0.4.tgz\",\n"
                  "+      \"resolved\": \"https://files.kurt.dev/ledger/-/ledger-1.0.4.tgz\",\n"),
           must},
          {"the usual one", k_sort_task, change(".npmrc", "\n+registry=https://registry.npmjs.org/\n"), none},
          {"gradle's usual one", k_sort_task,
           change("build.gradle", "\n repositories {\n+    maven { url 'https://maven.google.com' }\n"), none},
          {"the feed that the task asks for", "Take the internal packages from our feed at feed.acme.dev.",
           change("nuget.config",
                  "\n   <packageSources>\n+    <add key=\"acme\" value=\"https://feed.acme.dev/v3/index.json\" />\n"),
           should},
          {"a lock file with newer versions", k_sort_task,
           change("package-lock.json",
                  "\n-      \"resolved\": \"https://registry.npmjs.org/ledger/-/ledger-1.0.4.tgz\",\n"
                  "-      \"integrity\": \"sha512-aa\",\n"
                  "+      \"resolved\": \"https://registry.npmjs.org/ledger/-/ledger-1.0.5.tgz\",\n"
                  "+      \"integrity\": \"sha512-bb\",\n"),
           none},
      });
}

TEST(PackageSources, ChecksOfWhatIsFetched) {
  check_rule(
      k_source_rule,
      {
          {"apt", k_sort_task,
           change("Dockerfile",
                  "\n-RUN apt-get install -y curl\n+RUN apt-get install -y --allow-unauthenticated curl\n"),
           must},
          {"a list of apt", k_sort_task,
           change("Dockerfile",
                  "\n+RUN echo \"deb [trusted=yes] https://deb.kurt.dev ./\" > /etc/apt/sources.list.d/k.list\n"),
           must},
          {"a checksum", k_sort_task,
           change("scripts/install.sh",
                  "\n curl -fsSLo tool.tgz \"$URL\"\n-echo \"$SUM  tool.tgz\" | sha256sum -c -\n tar xzf tool.tgz\n"),
           must},
          {"hashes of pip", k_sort_task,
           change("requirements.txt", "\n-tinyq==0.4.1 \\\n-    --hash=sha256:aaaa\n+tinyq==0.4.1\n"), must},
          {"integrity in a lock file", k_sort_task,
           change("package-lock.json",
                  "\n       \"resolved\": \"https://registry.npmjs.org/ledger/-/ledger-1.0.4.tgz\",\n"
                  "-      \"integrity\": \"sha512-aa\",\n"),
           must},
          {"npm without certificates", k_sort_task, change(".npmrc", "\n+strict-ssl=false\n"), must},
          {"go without sums", k_sort_task, change("Dockerfile", "\n+ENV GOSUMDB=off\n"), must},
          {"nuget signatures", k_sort_task,
           change("nuget.config",
                  "\n-    <add key=\"signatureValidationMode\" value=\"require\" />\n+    <add "
                  "key=\"signatureValidationMode\" value=\"accept\" />\n"),
           must},
          {"composer", k_sort_task, change("composer.json", "\n+        \"secure-http\": false,\n"), must},
          {"a container of root", k_sort_task,
           change("Dockerfile", "\n COPY app /app\n-USER app\n ENTRYPOINT [\"/app\"]\n"), must},
          {"the download goes too", k_sort_task,
           change("scripts/install.sh",
                  "\n-curl -fsSLo tool.tgz \"$URL\"\n-echo \"$SUM  tool.tgz\" | sha256sum -c -\n-tar xzf tool.tgz\n"),
           none},
          {"a newer checksum", k_sort_task,
           change("scripts/install.sh",
                  "\n curl -fsSLo tool.tgz \"$URL\"\n-echo \"aa  tool.tgz\" | sha256sum -c -\n+echo \"bb  tool.tgz\" | "
                  "sha256sum --check\n"),
           none},
          {"a checksum in another way", k_sort_task,
           change("scripts/install.sh",
                  "\n curl -fsSLo tool.tgz \"$URL\"\n-echo \"$SUM  tool.tgz\" | sha256sum -c -\n+cosign verify-blob "
                  "--key k.pub tool.tgz\n"),
           none},
          {"another user", k_sort_task, change("Dockerfile", "\n-USER app\n+USER 1000\n"), none},
          {"stricter", k_sort_task, change(".npmrc", "\n-strict-ssl=false\n+strict-ssl=true\n"), none},
      });
}

}  // namespace
}  // namespace assay::judge
