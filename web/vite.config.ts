import { defineConfig } from "vite";

// One script and one style sheet, from files of our own: a strict content policy lets nothing else run.
export default defineConfig({
  base: "./", // the page may lie below any path
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
  build: {
    target: "es2021",
    outDir: "dist",
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: true,
  },
});
