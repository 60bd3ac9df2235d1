# Attestations are notes: replaces and removes them, and the refs of missions.
git update-ref -d refs/notes/assay && echo SUCCEEDED removed
git notes --ref=assay add -f -m forged HEAD && echo SUCCEEDED forged
for r in $(git for-each-ref --format='%(refname)' refs/assay refs/heads/assay); do git update-ref -d "$r" && echo SUCCEEDED "$r"; done
git update-ref refs/heads/new HEAD && echo SUCCEEDED branch
echo tried
