#!/bin/sh
# sh verify.sh receipt.txt jwks.json
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1" >&2; exit 1; }
decode() { # base64url on standard input
  text=$(tr -d '\n' | tr '_-' '/+')
  while [ $((${#text} % 4)) -ne 0 ]; do text="$text="; done
  printf '%s' "$text" | base64 -d
}
field() { jq -er "$1" "$2"; }

decode < "$1" > "$work/jws"
protected=$(field '.signatures[1].protected' "$work/jws")
payload=$(field .payload "$work/jws")
printf '%s' "$protected" | decode > "$work/head"
kid=$(field .kid "$work/head")
jq --arg kid "$kid" '.keys[] | select(.kid == $kid)' "$2" > "$work/key"
[ -s "$work/key" ] || fail 'Its key is not in the key set.'
[ -z "$(jq -r '.compromised_at // ""' "$work/key")" ] || fail 'Its key was found out: anybody may have signed it.'
[ "$(field .alg "$work/head")" = EdDSA ] && [ "$(field .crv "$work/key")" = Ed25519 ] &&
  [ "$(field .hs256 "$work/head")" = "$(field '.signatures[0].signature' "$work/jws")" ] ||
  fail 'The signature does not match.'

# An Ed25519 public key in DER: these twelve bytes, then the key.
printf '\060\052\060\005\006\003\053\145\160\003\041\000' > "$work/public"
field .x "$work/key" | decode >> "$work/public"
printf '%s.%s' "$protected" "$payload" > "$work/signed"
field '.signatures[1].signature' "$work/jws" | decode > "$work/signature"
openssl pkeyutl -verify -pubin -keyform DER -inkey "$work/public" -rawin \
  -in "$work/signed" -sigfile "$work/signature" > "$work/said" 2>&1 || fail 'The signature does not match.'
printf '%s' "$payload" | decode > "$work/claims"
[ "$(field .typ "$work/claims")" = vendor-decision-receipt ] || fail 'Signed, but no receipt.'
echo GENUINE
jq . "$work/claims"
