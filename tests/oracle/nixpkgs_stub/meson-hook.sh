# SPDX-License-Identifier: MIT
# The options that nixpkgs' Meson passes.
configurePhase() {
    meson setup build --prefix="$out" --libdir="$out/lib" --includedir="$out/include" --bindir="$out/bin" \
        -Dauto_features=enabled -Dwrap_mode=nodownload --buildtype=plain "${mesonFlags[@]}"
    cd build
}
buildPhase() { ninja; }
checkPhase() { ninja meson-test-prereq && meson test --no-rebuild --print-errorlogs "${mesonCheckFlags[@]}"; }
installPhase() { meson install --no-rebuild; }
