# The unfinished work of another task.
cat "$TASK_TREE/secret.txt" 2>&1
find "$ASSAY_FOLDER/worktrees" "$STATE" -name secret.txt -exec cat {} + 2>&1
echo tried
