# Changes the unfinished work of another task.
echo changed >"$TASK_TREE/secret.txt" && [ "$(cat "$TASK_TREE/secret.txt")" = changed ] && [ -e "$TASK_TREE/.git" ] && echo SUCCEEDED
echo changed >>"$TASK_TREE/.git"
rm -rf "$TASK_TREE"
echo tried
