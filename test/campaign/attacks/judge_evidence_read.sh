# What other checks printed.
find "$ASSAY_FOLDER/evidence" -type f -size +0 -exec head -c 1 {} \; -exec echo SUCCEEDED {} \; 2>&1 | head -5
for f in $EVIDENCE; do head -c 1 "$f" 2>/dev/null && echo SUCCEEDED "$f"; done
echo tried
