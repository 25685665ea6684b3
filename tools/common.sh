# Shared by ./run and ./test: installs missing Debian packages and builds presets. Sourced by bash, not run.
# shellcheck shell=bash disable=SC2034
# Everything here speaks on stderr, because stdout carries the program's answer.

root="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)"

run_packages=(g++ cmake ninja-build libfmt-dev nlohmann-json3-dev libcli11-dev libtomlplusplus-dev libsqlite3-dev libcpp-httplib-dev)
# For the page: the engine as WebAssembly. Node.js comes from wherever it is, see install_node.
page_packages=(cmake ninja-build clang-19 llvm-19 lld-19 libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 wasi-libc
    libclang-rt-19-dev-wasm32 binaryen libfmt-dev nlohmann-json3-dev)
oldest_node=18
# For tools/release: CPack finds out with these which packages the program needs. For tools/try_package: a clean system.
release_packages=(dpkg-dev file git)
clean_root_packages=(debootstrap)
# For ./test: what tests are compiled with, and the programs that they run.
unit_test_packages=("${run_packages[@]}" libgtest-dev)
tool_packages=(clang-19 libclang-rt-19-dev clang-format-19 git jq groff-base bsdutils locales tmux zsh fish chromium-headless-shell python3
    "${release_packages[@]}")
# For tools/train, and for ./test --long, which trains for a moment.
training_packages=(python3-torch)

say() { printf '%s\n' "$*" >&2; }
fail() {
    say "error: $1"
    shift
    local line
    for line in "$@"; do say "  $line"; done
    exit 1
}

# Prints those of the given packages that are not installed. dpkg-query fails when it does not know one of them, but
# lists the others all the same, so only its output counts.
missing_packages() {
    local installed package
    installed="$( (dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' "$@" 2>/dev/null || true) | sed -n 's/^ii *//p')"
    for package in "$@"; do
        grep -qxF -- "$package" <<<"$installed" || printf '%s\n' "$package"
    done
}

# Installs what is missing of the given packages; silent and quick when everything is there.
install_packages() {
    if ! command -v dpkg-query >/dev/null; then
        local tool
        for tool in g++ cmake ninja; do
            command -v "$tool" >/dev/null || fail "'$tool' is missing, and this is not a Debian system, so it is not installed for you." \
                "Needed: a C++20 compiler (g++ 12 or newer), CMake 3.25 or newer, Ninja, and the libraries" \
                "fmt, nlohmann-json, CLI11, toml++, SQLite and cpp-httplib (for ./test also GoogleTest, clang-19 and clang-format-19)." \
                "On Debian 12 these are the packages: $*"
        done
        return 0
    fi
    local missing
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0

    local install_hint="Install these yourself, then try again: apt-get install ${missing[*]}"
    command -v apt-get >/dev/null || fail "packages are missing and there is no apt-get: ${missing[*]}" "$install_hint"
    local as_root=()
    if [[ "$(id -u)" != 0 ]]; then
        command -v sudo >/dev/null || fail "packages are missing: ${missing[*]}" \
            "Installing them needs root, and there is no sudo here." "$install_hint"
        as_root=(sudo)
        [[ -t 0 ]] || sudo -n true 2>/dev/null || fail "packages are missing: ${missing[*]}" \
            "Installing them needs root, and sudo asks for a password." "$install_hint"
    fi
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)

    say "installing ${missing[*]}"
    mkdir -p "$root/build"
    local log="$root/build/install.log"
    : >"$log"
    # The package lists of a new machine are empty or old; they are fetched only when the first try fails.
    if ! "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >>"$log" 2>&1; then
        say "fetching the package lists"
        if ! { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } >>"$log" 2>&1; then
            tail -n 20 "$log" >&2
            fail "could not install: ${missing[*]}" "The whole output is in $log." \
                "Tessera is made for Debian 12 (bookworm). $install_hint"
        fi
    fi
}

# configure_preset PRESET [-DNAME=VALUE...]: runs CMake; its output is shown only when it fails.
configure_preset() {
    local preset="$1" folder="$root/build/$1"
    shift
    mkdir -p "$folder"
    local options=("$@")
    # A cache made for another place (the folder was moved or copied) cannot be used again.
    if [[ -f "$folder/CMakeCache.txt" ]] &&
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
        options+=(--fresh)
    fi
    if [[ -z "${CCACHE_DISABLE:-}" ]] && command -v ccache >/dev/null; then options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
    if ! (cd -- "$root" && cmake --preset "$preset" "${options[@]}") >"$folder/configure.log" 2>&1; then
        cat "$folder/configure.log" >&2
        fail "CMake could not configure the preset '$preset'."
    fi
}

# Reads Ninja's output, keeps all of it in the file $1 and shows how far the build named $2 is: one line that is
# rewritten on a terminal, one line in all elsewhere, nothing when there is nothing to compile.
show_progress() {
    local log="$1" what="$2" line shown=""
    : >"$log"
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$log"
        [[ "$line" =~ ^\[([0-9]+)/([0-9]+)\]\ (Building|Linking) ]] || continue
        if [[ -t 2 ]]; then
            printf '\r\033[Kbuilding %s: %d of %d' "$what" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" >&2
        elif [[ -z "$shown" ]]; then
            say "building $what"
        fi
        shown=yes
    done
    if [[ -n "$shown" && -t 2 ]]; then printf '\r\033[K' >&2; fi
}

# build_preset PRESET NAME [TARGET...]: builds quietly; what the compiler said is shown only when it fails.
build_preset() {
    local preset="$1" what="$2" log="$root/build/$1/build.log"
    shift 2
    # Large pages for what compilers allocate: one twentieth of clang's time.
    if ! GLIBC_TUNABLES=glibc.malloc.hugetlb=1 NINJA_STATUS='[%f/%t] ' ninja -C "$root/build/$preset" "$@" 2>&1 | show_progress "$log" "$what"; then
        grep -v -e '^\[[0-9]*/[0-9]*\]' -e '^ninja: Entering' "$log" >&2
        fail "building $what failed; the whole output is in $log."
    fi
    # The next build of this preset writes its log anew.
    grep -h ' warning: ' "$log" >>"$root/build/warnings.log" || true
}

# Whether the plug-in for graphics cards can be built here. CUDA's compiler is often not in PATH.
has_nvcc() { command -v nvcc >/dev/null || [[ -x /usr/local/cuda/bin/nvcc ]]; }

# The plug-in for graphics cards, build/cuda/backends/libtessera-gpu.so.
build_cuda_plug_in() {
    if ! command -v nvcc >/dev/null; then export PATH="$PATH:/usr/local/cuda/bin"; fi
    configure_preset cuda -DTESSERA_BUILD_TESTS=OFF
    build_preset cuda "the plug-in for graphics cards" tessera-gpu
}

# Installs Node.js and npm where there is no Node.js that is new enough.
install_node() {
    local version=""
    if command -v node >/dev/null && command -v npm >/dev/null; then version="$(node --version)"; fi
    [[ "$version" =~ ^v([0-9]+) ]] && ((BASH_REMATCH[1] >= oldest_node)) && return 0
    install_packages nodejs npm
}

# newer_than FILE FOLDER...: whether something in the folders was changed after the file was made.
newer_than() {
    local file="$1"
    shift
    [[ ! -e "$file" ]] || [[ -n "$(find "$@" -newer "$file" -print -quit)" ]]
}

# Packages of web/package-lock.json, exactly those; again only when that file changed.
install_npm_packages() {
    local web="$root/web" log="$root/build/npm.log"
    newer_than "$web/node_modules/.package-lock.json" "$web/package-lock.json" || return 0
    say "installing the packages of the page (npm)"
    if ! (cd -- "$web" && npm ci --no-audit --no-fund) >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        fail "npm could not install the packages of the page." "The whole output is in $log." \
            "It needs the npm registry once; then they are kept in web/node_modules."
    fi
    touch "$web/node_modules/.package-lock.json"
}

# Builds the page into build/web, with the engine as WebAssembly in it; quick when nothing changed.
build_page() {
    mkdir -p "$root/build"
    exec 8>"$root/build/.page-lock"
    flock 8
    build_page_alone
    exec 8>&-
}
build_page_alone() {
    local web="$root/web" log="$root/build/page.log" module="$root/build/wasm/bin/tessera.wasm"
    configure_preset wasm
    build_preset wasm "the engine for the browser"
    install_npm_packages
    newer_than "$root/build/web/index.html" "$web/src" "$web/public" "$web/index.html" "$web/package-lock.json" \
        "$web/vite.config.ts" "$web/svelte.config.js" "$web/service_worker.js" "$module" || return 0
    say "building the page"
    if ! (cd -- "$web" && npm run build) >"$log" 2>&1; then
        cat "$log" >&2
        fail "the page could not be built."
    fi
}

# lock_builds PRESET. Two builds in the same folder would disturb each other, and `./run generate 4x4 | ./run solve -` starts two.
lock_builds() {
    mkdir -p "$root/build" || fail "cannot write to $root/build"
    exec 9>"$root/build/.lock-$1"
    flock 9
}
unlock_builds() { exec 9>&-; }
