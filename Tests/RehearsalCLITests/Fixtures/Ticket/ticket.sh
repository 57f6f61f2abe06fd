#!/bin/sh
# Reproduces a tester's ticket in three steps, on one server whose scenario changes while it runs.
#
# "When my session has expired the app keeps sending requests. It should ask for a login once, and show a spinner."
#
# usage: ticket.sh REHEARSAL
set -eu
rehearsal=$1
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'status=$?; [ $status -eq 0 ] || "$rehearsal" stop || true; rm -rf "$scratch"' EXIT

fail() {
    echo "error: $1" >&2
    exit 1
}

# status PATH [CURL OPTION…]: sends a request, stores the body of the reply, and prints its status.
status() {
    path=$1
    shift
    curl --silent --show-error --max-time 20 --output "$scratch/body" --write-out '%{http_code}' "$@" "$base$path"
}

# expect STATUS TEXT FOUND: fails unless the last reply had this status, and this text in its body.
expect() {
    [ "$3" = "$1" ] || fail "expected $1, found $3: $(cat "$scratch/body")"
    grep -q "$2" "$scratch/body" || fail "expected $2 in: $(cat "$scratch/body")"
}

echo "# step 1: log in"
ready=$("$rehearsal" serve --detach --json --port 0 "$here/login.jsonc")
base=$(printf '%s\n' "$ready" | sed -nE 's/.*"baseURL":"([^"]+)".*/\1/p')
[ -n "$base" ] || fail "no ready line: $ready"
expect 200 first "$(status /auth/login --json '{ "user": "kim" }')"
expect 200 Kim "$(status /me -H 'Authorization: Bearer first')"

echo "# step 2: the token expires while the app is running, and refreshing it fails"
"$rehearsal" play "$here/expired-token.jsonc"
expect 401 'token expired' "$(status /me -H 'Authorization: Bearer first')"
expect 400 invalid_grant "$(status /auth/refresh --json '{ "refresh_token": "again" }')"
"$rehearsal" wait "$here/expired-token.jsonc"
if "$rehearsal" wait 'post /auth/refresh' --count 2 --within 50ms; then fail "the token was refreshed twice"; fi

echo "# step 3: a new login, and a list whose reply waits until the spinner is visible"
expect 200 second "$(status /auth/login --json '{ "user": "kim" }')"
status /reservations -H 'Authorization: Bearer second' >"$scratch/status" &
app=$!
"$rehearsal" wait 'get /reservations' --within 20s
[ ! -s "$scratch/status" ] || fail "the reply with the list arrived before its release"
"$rehearsal" release list
wait $app
expect 200 A-12 "$(cat "$scratch/status")"

echo "# what happened"
"$rehearsal" journal
"$rehearsal" stop
if "$rehearsal" sessions | grep -q "$base"; then fail "the server is still listed after stop"; fi
