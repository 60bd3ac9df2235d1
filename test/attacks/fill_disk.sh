echo tried
i=0
while [ $i -lt 150 ]; do head -c 1000000 /dev/zero >"fill$i" || exit 1; i=$((i + 1)); done
sleep 20
echo SUCCEEDED
