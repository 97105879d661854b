# run_program.sh SOURCE FLAGS...: builds a program with instrumentation; it must print the same as without, with the
# gates off and on, and the verifier must accept what the pass made.
source "$(dirname "$0")/common.sh"
input=$1
shift
$(compiler_for "$input") "$input" -o "$work/plain" -pthread
build "$input" "$work/program" "$@" -fverify-intermediate-code
"$work/plain" >"$work/expected"
"$work/program" | cmp - "$work/expected" || fail "$*: other output with the gates off"
STUB_GATES=1 "$work/program" | cmp - "$work/expected" || fail "$*: other output with the gates on"
