# SPDX-License-Identifier: MIT
# A stub of nixpkgs with this machine's tools, for tests: a package has links to installed files, and a build finds only
# its own packages. `lib`: nixpkgs' own, if given.
{
  lib ? import ./lib.nix,
  system ? builtins.currentSystem,
  # Further packages, as functions of this set.
  extra ? (_: { }),
}:
let
  callPackage = lib.callPackageWith pkgs;

  # A derivation whose builder is a shell script; it has all programs of the machine.
  fromMachine =
    name: script:
    derivation {
      inherit name system;
      builder = "/bin/sh";
      args = [
        "-c"
        "set -eu; export PATH=/usr/local/bin:/usr/bin:/bin; mkdir -p $out/bin; ${script}"
      ];
    };

  # Programs by name, as links to the machine's.
  programs =
    name: names:
    fromMachine name ''
      names="${names}"
      for program in $names; do ln -s $(command -v $program) $out/bin/; done
    '';

  # Libraries by the names of their .pc files.
  library =
    name: extraScript:
    fromMachine name ''
      mkdir -p $out/lib/pkgconfig
      cp "$(pkg-config --variable=pcfiledir ${name})/${name}.pc" $out/lib/pkgconfig/
      ${extraScript}
    '';

  # A directory of headers, where a package or a library's sources have it.
  headers = name: place: fromMachine name "mkdir -p $out/${place}; ln -s /usr/include/${name} $out/${place}";

  baseTools = programs "base-tools" ''
    ar as awk basename bash cat chmod comm cp cut date dirname env expr find git grep head install ld
    ln ls mkdir mktemp mv nm objcopy objdump ranlib readelf readlink rm sed sh sort strip tail test
    touch tr true uname uniq wc which xargs
  '';

  stdenvWith =
    cc:
    {
      inherit cc;
      buildPlatform = {
        inherit system;
        canExecute = _: true;
      };
      hostPlatform = {
        inherit system;
        isStatic = false;
        isLinux = true;
      };
      mkDerivation = mkDerivation cc;
    };

  mkDerivation =
    cc: argument:
    let
      attributes = if builtins.isFunction argument then argument finalAttrs else argument;
      finalAttrs = attributes // {
        inherit finalPackage;
      };
      inputsOf =
        names:
        builtins.filter (input: input != null) (
          builtins.concatMap (name: attributes.${name} or [ ]) names
        );
      doCheck = attributes.doCheck or false;
      structured = attributes.__structuredAttrs or false;
      variables = if structured then { env = attributes.env or { }; } else attributes.env or { };
      drv = derivation (
        builtins.removeAttrs attributes [
          "env"
          "meta"
          "passthru"
          "pname"
          "version"
        ]
        // {
          inherit baseTools cc system;
          name = attributes.name or "${attributes.pname}-${attributes.version}";
          builder = "/bin/bash";
          args = [ ./builder.sh ];
          nativeBuildInputs = inputsOf (
            [
              "depsBuildBuild"
              "nativeBuildInputs"
            ]
            ++ (if doCheck then [ "nativeCheckInputs" ] else [ ])
          );
          buildInputs = inputsOf ([ "buildInputs" ] ++ (if doCheck then [ "checkInputs" ] else [ ]));
        }
        // variables
      );
      finalPackage =
        drv
        // (attributes.passthru or { })
        // {
          inherit (attributes) strictDeps;
          pname = attributes.pname or attributes.name;
          version = attributes.version or "";
          passthru = attributes.passthru or { };
          meta = attributes.meta or { };
          overrideAttrs =
            change:
            mkDerivation cc (
              final:
              let
                before = if builtins.isFunction argument then argument final else argument;
              in
              before // (if builtins.isFunction change then change before else change)
            );
        };
    in
    finalPackage;

  runCommand =
    name: attributes: script:
    pkgs.stdenv.mkDerivation (
      { strictDeps = false; }
      // attributes
      // {
        inherit name;
        buildCommand = script;
      }
    );

  pkgs = {
    inherit callPackage lib runCommand system;
    # Enough for one overlay that does not use the previous set.
    extend =
      overlay:
      import ./. {
        inherit lib system;
        extra = final: extra final // overlay final pkgs;
      };
    buildPackages = pkgs;
    stdenv = stdenvWith (
      programs "gcc" "gcc g++ cc c++ cpp gcc-ar"
    );
    inherit stdenvWith fromMachine programs;
    mkShell =
      {
        inputsFrom ? [ ],
        packages ? [ ],
        ...
      }@attributes:
      pkgs.stdenv.mkDerivation (
        builtins.removeAttrs attributes [
          "inputsFrom"
          "packages"
        ]
        // {
          name = "shell";
          strictDeps = false;
          nativeBuildInputs = packages ++ builtins.concatMap (one: one.nativeBuildInputs) inputsFrom;
          buildInputs = builtins.concatMap (one: one.buildInputs) inputsFrom;
          buildCommand = "touch $out";
        }
      );
    testers = {
      testVersion =
        { package }:
        runCommand "test-version" { nativeBuildInputs = [ package ]; } ''
          ${package.meta.mainProgram} --version | grep -F -w -- ${package.version}
          touch "$out"
        '';
      hasPkgConfigModules =
        {
          package,
          versionCheck ? false,
        }:
        runCommand "test-pkg-config" {
          nativeBuildInputs = [ pkgs.pkg-config ];
          buildInputs = [ package ];
        } ''
          for module in ${toString package.meta.pkgConfigModules}; do
            [ "$(pkg-config --modversion $module)" = ${package.version} ]
          done
          touch "$out"
        '';
    };
    meson = fromMachine "meson" ''
      ln -s $(command -v meson) $out/bin/
      mkdir -p $out/nix-support; cp ${./meson-hook.sh} $out/nix-support/setup-hook
    '';
    lowdown = programs "lowdown" "lowdown";
    ninja = programs "ninja" "ninja";
    pkg-config = programs "pkg-config" "pkg-config";
    cmake = programs "cmake" "cmake";
    clang-tools = programs "clang-tools" "true";
    graphviz = programs "graphviz" "true";
    nix = programs "nix" "true";
    nixfmt = programs "nixfmt" "true";
    python3 = programs "python3" "true" // {
      withPackages = _: fromMachine "python3" "ln -s /usr/bin/python3 $out/bin/";
    };
    fmt = library "fmt" "";
    libarchive = library "libarchive" "";
    nettle = library "nettle" "";
    nlohmann_json = library "nlohmann_json" "";
    utf8cpp = headers "utf8cpp" "include";
    # The machine has what it would fetch.
    fetchFromGitHub = { repo, ... }: headers repo ".";
    doctest = fromMachine "doctest" ''
      mkdir -p $out/lib/cmake
      ln -s /usr/lib/cmake/doctest $out/lib/cmake/
    '';
    boost = fromMachine "boost" ''
      libraries=$(dirname "$(ls /usr/lib/*/libboost_program_options.so | head -n 1)")
      mkdir -p $out/lib $out/include
      ln -s /usr/include/boost $out/include/; ln -s $libraries/libboost_program_options.* $out/lib/
    '';
  }
  // extra pkgs;
in
pkgs
