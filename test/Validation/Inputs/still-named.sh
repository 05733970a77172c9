# still-named.sh PASS LAUNCH FILE.ptx: whether --bisect still names the wrong pass.
ptx-opt-wrong "$3" --pipeline=O3 --arch=sm_90 -o /dev/null --bisect \
  --wrong-pass="test-$1" --launch="$2" 2>&1 | grep -q "pass test-$1, after phase"
