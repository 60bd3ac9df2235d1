# The folders that clients install as a plugin say the same as `assay hook install`, and nothing that is not so.
# shellcheck shell=sh disable=SC2154
plugins=$(cd "$HERE/../../plugins" && pwd)
root=$(dirname "$plugins")

t "the hooks of a plugin are those that install writes"
repo
for client in claude codex cursor gemini; do
  "$ASSAY" hook install "$client" --project >/dev/null
  case $client in codex | cursor) file=.$client/hooks.json ;; *) file=.$client/settings.json ;; esac
  expect_that "$client" jq -en --slurpfile ours "$plugins/$client/hooks/hooks.json" --slurpfile written "$file" '$ours[0].hooks == $written[0].hooks and $ours[0].version == $written[0].version'
done

t "they have this version, start a command that is there, and one skill"
repo
version=$("$ASSAY" --version | head -1)
for manifest in "$plugins/claude/.claude-plugin/plugin.json" "$plugins/codex/.codex-plugin/plugin.json" "$plugins/cursor/.cursor-plugin/plugin.json" "$plugins/gemini/gemini-extension.json"; do
  expect_that "$manifest" jq -e '.name == "assay"' "$manifest"
  case $version in *"$(jq -r .version "$manifest")"*) ;; *) wrong "$manifest is of version $(jq -r .version "$manifest"), the program says $version" ;; esac
done
for servers in "$plugins/claude/.mcp.json" "$plugins/codex/.mcp.json" "$plugins/cursor/mcp.json" "$plugins/gemini/gemini-extension.json"; do
  expect_that "$servers" jq -e '.mcpServers.assay == {command: "assay", args: ["mcp"]}' "$servers"
done
for client in codex cursor gemini; do
  expect_that "the same skill for $client" cmp "$plugins/claude/skills/assay/SKILL.md" "$plugins/$client/skills/assay/SKILL.md"
done
for manifest in "$plugins/codex/.codex-plugin/plugin.json" "$plugins/cursor/.cursor-plugin/plugin.json"; do
  plugin=$(dirname "$(dirname "$manifest")")
  for member in skills hooks mcpServers; do
    expect_that "$member of $manifest" test -e "$plugin/$(jq -r ".$member" "$manifest")"
  done
done
expect_that "Codex finds the plugin" test -f "$root/$(jq -r '.plugins[0].source.path' "$root/.agents/plugins/marketplace.json")/.codex-plugin/plugin.json"
expect_that "Cursor finds the plugin" test -f "$root/$(jq -r '.plugins[0].source' "$root/.cursor-plugin/marketplace.json")/.cursor-plugin/plugin.json"
expect_that "the marketplace leads to the plugin" test -f "$root/$(jq -r '.plugins[0].source' "$root/.claude-plugin/marketplace.json")/.claude-plugin/plugin.json"

t "every command of the skill is there"
repo
sed -n 's/.*`assay \([a-z]*\).*/\1/p' "$plugins/claude/skills/assay/SKILL.md" | sort -u >../commands
expect_that "some" test "$(wc -l <../commands)" -ge 4
while read -r command; do
  expect_that "assay $command" "$ASSAY" "$command" --help
done <../commands
expect_that "its options" sh -c '"$ASSAY" check --help | grep -q -- --task && "$ASSAY" check --help | grep -q -- --verify-command'
