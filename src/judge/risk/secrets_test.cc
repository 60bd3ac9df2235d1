#include <gtest/gtest.h>

#include "judge/risk/risk_cases.h"

namespace assay::judge {
namespace {

TEST(RiskSecrets, WhatHidASecretIsGoneOrOneIsShown) {
  expect_risky(
      Area::secrets,
      {
          {"logger.ts", "-const safe = redact(\n-  request.headers,\n-);\n+const safe = request.headers;"},
          {"logger.ts", "-const shown = maskToken(token)\n+const shown = token"},

          {"logger.ts", "-redact(password, \"[SECRET]\")\n+logger.info(password)"},
          {"logger.ts", "-const safeHeaders = redactSecrets(request.headers)\n+const safeHeaders = request.headers"},
          {"src/log.py", "-    log.info(mask(api_key))\n+    log.info(api_key)"},
          {"src/user.ts", "-  user.password = await bcrypt.hash(password, 12);\n+  user.password = password;"},
          {"src/user.rb", "+    puts user.password\n     user.save"},
          {"src/user.go", "+\tlog.Printf(\"login %s %s\", name, password)\n \treturn nil"},
          {"src/User.java", "+        logger.debug(\"token \" + accessToken);\n         return user;"},
          {"src/lib.rs", "+    println!(\"{}\", api_key);\n     Ok(())"},
          {"src/user.ts",
           "-  const digest = createHash('sha256').update(password).digest('hex');\n+  const digest = "
           "createHash('md5').update(password).digest('hex');"},
          {"src/user.py",
           "-    digest = hashlib.sha256(secret).hexdigest()\n+    digest = hashlib.md5(secret).hexdigest()"},
          {"src/reset.ts", "+  const resetToken = Math.random().toString(36);\n   return send();"},
          {"src/user.ts", "+  res.json({ name: user.name, password: user.password });\n   next();"},
          {"src/user.ts", "+  console.log(`signing in with ${password}`);\n   next();"},
          {"src/store.cs", "-            var sealedText = Encrypt(apiKey);\n+            var sealedText = apiKey;"},
          {"config/filter.rb", "-Rails.application.config.filter_parameters += [:password]\n x = 1"},
      });
}

TEST(RiskSecrets, ALoggerThatHidesNothingAnyMore) {
  const FileChange shown[] = {
      {"src/log.ts", " const logger = pino({\n   level: 'info',\n-  redact: ['req.headers.authorization'],\n });"},
      {"src/log.js",
       " const logger = winston.createLogger({\n-  format: combine(redactor(), json()),\n+  format: json(),\n });"},
      {"src/log.go", " h := slog.NewJSONHandler(w, &slog.HandlerOptions{\n-\tReplaceAttr: redactAttr,\n })"}};
  for (const FileChange& change : shown) EXPECT_EQ(summary(risk_findings(diff_of(change))), "must_fix risk.secrets");
  const FileChange calm[] = {{"src/log.ts", " const logger = pino({\n-  redact: ['a'],\n+  redact: ['a', 'b'],\n });"},
                             {"src/player.ts", " bar.listen();\n-  onScrub: scrub,\n   seek(x);"},
                             {"src/log.js", " const logger = pino({\n-  level: 'info',\n+  level: 'warn',\n });"}};
  for (const FileChange& change : calm) EXPECT_EQ(summary(risk_findings(diff_of(change))), "");
}

TEST(RiskSecrets, LookAlikes) {
  expect_calm({
      {"src/a.rs", "-    \"HasMasterPassword\": !user.password_hash.is_empty(),\n+    \"HasPassword\": true,"},
      {"src/a.rs", "-    update_cipher_from_data(data, headers).await\n+    update(data, headers).await"},
      {"src/hook.ts", "+  const mac = createHmac('sha1', webhookSecret).update(body).digest('hex');\n   x();"},

      {"logger.ts", "-redact(displayName, \"[\")\n-const headers = buildHeaders()\n+const headers = createHeaders()"},
      {"config.ts", "-const password = 'hardcoded-password'\n+const databaseConfig = loadDatabaseConfig()"},
      {"src/lexer.ts", "+  console.log(token);\n   next();"},
      {"src/a.ts", "+  console.log(password.length);\n   next();"},
      {"src/a.ts", "+  logger.info('password changed');\n   next();"},
      {"src/a.ts", "+  logger.info(redact(password));\n   next();"},
      {"src/map.ts", "+  console.log(key, value);\n   next();"},
      {"src/cache.py", "-    etag = hashlib.sha1(body).hexdigest()\n+    etag = hashlib.md5(body).hexdigest()"},
      {"src/a.ts",
       "-  user.password = await bcrypt.hash(password, 10);\n+  user.password = await bcrypt.hash(password, 12);"},
      {"src/a.ts",
       "-  user.password = bcrypt.hashSync(password, 12);\n+  user.password = await argon2.hash(password);"},
      {"src/form.tsx", "+  const [password, setPassword] = useState('');\n   return null;"},
      {"src/a.py", "+    password = getpass.getpass()\n     connect()"},
      {"src/image.ts", "-  const out = mask(image, region);\n+  const out = blend(image, region);"},
      {"src/a.ts", "-  const out = sanitize(html);\n+  const out = sanitizeHtml(html);"},
      {"src/a.ts", "+  logger.info('user', { hasPassword: !!password });\n   next();"},
      {"test/log.test.ts", "+  console.log(password);\n   next();"},
      {"src/token.rs", "+    println!(\"{:?}\", tokens);\n     Ok(())"},
  });
}

TEST(RiskSecrets, ComparingInConstantTimeIsWorthALookOnly) {
  const auto found =
      risk_findings(diff_of({"src/hook.ts", "-  return crypto.timingSafeEqual(a, b);\n+  return a === b;"}));
  EXPECT_EQ(summary(found), "should_fix risk.secrets");
}

}  // namespace
}  // namespace assay::judge
