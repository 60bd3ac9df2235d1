# sh each_package.sh COUNT PACKAGE TESTS… -- COMMAND… : runs a `go test` once for each of COUNT packages with the tests of
# that package alone, `-run TESTS PACKAGE` behind its words. The status is the first that is not 0. A file of coverage
# gets the number of the run behind its name.
count=$1
shift
status=0
number=0
while [ "$number" -lt "$count" ]; do
  number=$((number + 1))
  (
    skip=$((number * 2 - 2))
    pairs=$((count * 2))
    at=0
    for word in "$@"; do
      at=$((at + 1))
      [ "$at" = "$((skip + 1))" ] && package=$word
      [ "$at" = "$((skip + 2))" ] && tests=$word
      [ "$at" = 1 ] && set --
      [ "$at" -le "$((pairs + 1))" ] && continue
      case $word in -coverprofile=*) word=$word.$number ;; esac
      set -- "$@" "$word"
    done
    exec "$@" -run "$tests" "$package"
  )
  each=$?
  [ "$status" = 0 ] && status=$each
done
exit "$status"
