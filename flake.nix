# SPDX-License-Identifier: MIT
# For `nix run`, `nix develop` and other flakes; the package is in packaging/nix (docs/nix.md).
{
  description = "Which host compiler, libstdc++ and GPU capabilities work with a CUDA release";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      forEachSystem =
        outputsFor:
        nixpkgs.lib.genAttrs [ "aarch64-linux" "x86_64-linux" ] (
          system: outputsFor (nixpkgs.legacyPackages.${system}.extend self.overlays.default)
        );
    in
    {
      lib = import ./packaging/nix/lib.nix { };

      overlays.default = final: _: {
        cudastdenv = final.callPackage ./packaging/nix/package.nix { };
      };

      packages = forEachSystem (pkgs: {
        inherit (pkgs) cudastdenv;
        default = pkgs.cudastdenv;
      });

      checks = forEachSystem (pkgs: { package = pkgs.cudastdenv; } // pkgs.cudastdenv.tests);

      devShells = forEachSystem (pkgs: {
        default = pkgs.callPackage ./packaging/nix/shell.nix { };
      });

      formatter = forEachSystem (pkgs: pkgs.nixfmt);
    };
}
