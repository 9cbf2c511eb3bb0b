#!/usr/bin/env bash
# Sees to the Debian packages that the tests compare with: Universal Ctags, and git itself.
set -euo pipefail
missing=()
ctags --version 2>/dev/null | grep -q Universal || missing+=(universal-ctags)
command -v git >/dev/null || missing+=(git)
[ ${#missing[@]} -gt 0 ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "missing: ${missing[*]}. Install them, on Debian by: sudo apt-get install ${missing[*]}" >&2
  exit 1
fi
echo "Debian: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
