// Puts a compressed copy beside each file of the built page, so that the server never has to.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const dist = join(dirname(fileURLToPath(import.meta.url)), "../dist");
const files = (folder) => readdirSync(folder).flatMap((name) => (statSync(join(folder, name)).isDirectory() ? files(join(folder, name)) : [join(folder, name)]));

let total = 0;
for (const file of files(dist)) {
  if (!/\.(js|css|html|svg)$/.test(file)) continue;
  const packed = gzipSync(readFileSync(file), { level: 9 });
  writeFileSync(`${file}.gz`, packed);
  total += packed.length;
}
console.log(`page: ${(total / 1024).toFixed(1)} KiB compressed`);
const k_most = 150 * 1024;
if (total > k_most) {
  console.error("page: heavier than 150 KiB compressed");
  process.exit(1);
}
