# SPDX-License-Identifier: MIT
# The parts of nixpkgs' builder that the project's derivations need: with and without __structuredAttrs; phases, strict
# inputs, Meson's hook.
set -euo pipefail
if [ -e "$NIX_BUILD_TOP/.attrs.sh" ]; then
    . "$NIX_BUILD_TOP/.attrs.sh"
    for name in "${!outputs[@]}"; do export "$name=${outputs[$name]}"; done
    for name in "${!env[@]}"; do export "$name=${env[$name]}"; done
else
    for name in nativeBuildInputs buildInputs mesonFlags mesonCheckFlags; do
        read -r -a "$name" <<<"${!name:-}"
    done
    for name in ${passAsFile:-}; do export "$name=$(cat "$(eval echo "\$${name}Path")")"; done
fi

runHook() { eval "${!1:-}"; }
runPhase() {
    echo "phase $1"
    if [ -n "${!1:-}" ]; then eval "${!1}"; else "$1"; fi
}

unpackPhase() { cp -r "$src" source && chmod -R u+w source && cd source; }
configurePhase() { :; }
buildPhase() { :; }
checkPhase() { :; }
installPhase() { :; }

export HOME=$NIX_BUILD_TOP PATH= TMPDIR=$NIX_BUILD_TOP PKG_CONFIG_LIBDIR= PKG_CONFIG=pkg-config
export CMAKE_PREFIX_PATH=
for input in "${nativeBuildInputs[@]}" "$baseTools" "$cc"; do PATH=$PATH${PATH:+:}$input/bin; done
for input in "${nativeBuildInputs[@]}" "${buildInputs[@]}"; do
    PKG_CONFIG_LIBDIR+=:$input/lib/pkgconfig:$input/share/pkgconfig
    CMAKE_PREFIX_PATH+=:$input
    if [ -e "$input/nix-support/setup-hook" ]; then . "$input/nix-support/setup-hook"; fi
done
if [ -e "$cc/bin/clang++" ]; then export CC=clang CXX=clang++; else export CC=gcc CXX=g++; fi
# The machine's compilers, without Nix's wrappers: variables set their directories.
export CPLUS_INCLUDE_PATH= LIBRARY_PATH= LD_RUN_PATH=
for input in "${buildInputs[@]}"; do
    if [ -d "$input/include" ]; then CPLUS_INCLUDE_PATH+=${CPLUS_INCLUDE_PATH:+:}$input/include; fi
    if [ -d "$input/lib" ]; then LIBRARY_PATH+=${LIBRARY_PATH:+:}$input/lib LD_RUN_PATH+=${LD_RUN_PATH:+:}$input/lib; fi
done

if [ -n "${buildCommand:-}" ]; then
    eval "$buildCommand"
else
    if [ -z "${dontUnpack:-}" ]; then runPhase unpackPhase; fi
    runPhase configurePhase
    runPhase buildPhase
    if [ -n "${doCheck:-}" ]; then runPhase checkPhase; fi
    if [ -z "${dontInstall:-}" ]; then runPhase installPhase; fi
    if [ -n "${doInstallCheck:-}" ]; then runPhase installCheckPhase; fi
fi
