#!/bin/sh
# What the action of this repository does (action.yml): gets the program, checks what the job was started for, and says
# what came of it. All it is told comes by the environment:
#
#   ASSAY_PATH        a program that is already there; else:
#   ASSAY_VERSION, ASSAY_SHA256, ASSAY_RELEASES   which release, the digest of its archive, the address of releases
#   ASSAY_VERIFY      commands that verify a change, one a line; empty: what assay.toml of the base says
#   ASSAY_FAIL_ON     conditional, inconclusive or not_mergeable; empty: what assay.toml of the base says, else conditional
#   ASSAY_POST        "true": post a status and a comment, where the token of the job may
#   ASSAY_SARIF       where the findings go as SARIF
#
# Exit status: 0 the change may go on, 1 it may not, 2 nothing could be judged.
set -u

stop() {
  printf '::error title=assay::%s\n' "$1"
  exit 2
}

# The archive of a release, looked at before anything of it runs.
get_program() {
  case ${ASSAY_VERSION:-} in
    '') stop "give version and sha256 of a release, or assay: the path of a program" ;;
    *[!0-9A-Za-z.+~-]*) stop "version holds a character that no version has" ;;
  esac
  case ${ASSAY_SHA256:-} in
    *[!0-9a-f]* | '') stop "sha256 must be the digest of the archive, 64 digits in lower case" ;;
  esac
  [ ${#ASSAY_SHA256} = 64 ] || stop "sha256 must be the digest of the archive, 64 digits in lower case"
  case $(uname -m) in
    x86_64) machine=amd64 ;;
    aarch64 | arm64) machine=arm64 ;;
    *) stop "there is no release for this machine ($(uname -m)); give assay: the path of a program" ;;
  esac
  place=$(mktemp -d "${RUNNER_TEMP:-/tmp}/assay-XXXXXX") || stop "there is no room for the program"
  archive=$place/assay.tar.gz
  curl --proto '=https,http' --fail --silent --show-error --location --max-time 300 --max-filesize 200000000 \
    --output "$archive" "$ASSAY_RELEASES/v$ASSAY_VERSION/assay-$ASSAY_VERSION-linux-$machine.tar.gz" ||
    stop "the release $ASSAY_VERSION cannot be downloaded from $ASSAY_RELEASES"
  printf '%s  %s\n' "$ASSAY_SHA256" "$archive" | sha256sum --check --status ||
    stop "the archive of $ASSAY_VERSION has another digest than sha256 says; nothing of it was run"
  tar -xzf "$archive" -C "$place" || stop "the archive of $ASSAY_VERSION cannot be unpacked"
  ASSAY_PATH=$(find "$place" -type f -name assay -perm -u+x | head -n 1)
  [ -n "$ASSAY_PATH" ] || stop "the archive of $ASSAY_VERSION holds no program"
}

[ -n "${ASSAY_PATH:-}" ] || get_program
[ -x "$ASSAY_PATH" ] || stop "there is no program at the path that assay names"

set -- check --pr --json --github
[ "${ASSAY_POST:-}" = true ] && set -- "$@" --post
[ -n "${ASSAY_FAIL_ON:-}" ] && set -- "$@" --fail-on "$ASSAY_FAIL_ON"
[ -n "${ASSAY_SARIF:-}" ] && set -- "$@" --sarif "$ASSAY_SARIF"
while IFS= read -r command; do
  [ -n "$command" ] && set -- "$@" --verify-command "$command"
done <<COMMANDS
${ASSAY_VERIFY:-}
COMMANDS

document=$(mktemp "${RUNNER_TEMP:-/tmp}/assay-XXXXXX") || stop "there is no room for the verdict"
"$ASSAY_PATH" "$@" >"$document"
status=$?
# A key: inside of a text its quotes would be escaped.
verdict=$(sed -n 's/.*"final_verdict":"\([a-z_]*\)".*/\1/p' "$document")
case $verdict in
  mergeable | conditional | not_mergeable | inconclusive) ;;
  *) verdict=none ;;
esac
[ -n "${GITHUB_OUTPUT:-}" ] && printf 'verdict=%s\nsarif=%s\n' "$verdict" "${ASSAY_SARIF:-}" >>"$GITHUB_OUTPUT"
printf 'assay: %s\n' "$verdict"
# What was not judged must not look as if it had passed.
[ "$verdict" = none ] && [ "$status" = 0 ] && status=2
exit "$status"
