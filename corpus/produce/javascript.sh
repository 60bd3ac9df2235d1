#!/bin/sh
# Makes all JavaScript and TypeScript cases, or those whose id matches an argument.
# Needs node 20 and, in $ASSAY_NODE_TOOLS, what `npm install` puts there for:
#   jest@29 vitest@2 mocha@10 chai@4 tap@18 ava@6 eslint@9 typescript@5 pnpm@9 yarn@1 bun deno nyc prettier
cd "$(dirname "$0")" || exit 1
for part in javascript_*.py; do
  python3 "$part" "$@" || exit 1
done
