#!/usr/bin/env bash
source ./lib.sh
. "$HOME/other.sh"

readonly LIMIT=10
declare -r ROOT="/tmp" OTHER=1
declare -A table=([a]=1)
export PATH_EXTRA=/opt
VERSION="1.0"
list=(a b c)
table[b]=2
typeset -i number=1

# Prints.
greet() {
  local name="$1"
  echo "hi $name"
}

function build {
  greet "$1"
}

function deploy() {
  inner() { build; }
  inner
}

subshell() (
  cd /tmp
)

dotted.name() { :; }
with-dash() { :; }

if [[ -n "$CI" ]]; then
  MODE=ci
  greet() { echo ci; }
fi

alias ll='ls -l'
main "$@"
