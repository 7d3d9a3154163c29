# SPDX-License-Identifier: MIT
# In the form of nixpkgs' pkgs/by-name: copied there, only `src` changes, to a fetcher.
{
  lib,
  stdenv,
  boost,
  buildPackages,
  cmake,
  doctest,
  fetchFromGitHub,
  fmt,
  libarchive,
  lowdown,
  meson,
  nettle,
  ninja,
  nlohmann_json,
  pkg-config,
  python3,
  runCommand,
  testers,
  utf8cpp,
}:
let
  # Headers, which nixpkgs does not have.
  dtl = fetchFromGitHub {
    owner = "cubicdaiya";
    repo = "dtl";
    rev = "v1.20";
    hash = "sha256-wVUlwkAiDuvc7sp69XHvpUwnok37J6vGeEADjhZqn9s=";
  };
in
stdenv.mkDerivation (finalAttrs: {
  pname = "cudastdenv";
  version = "0.1.0";

  src = lib.fileset.toSource {
    root = ../..;
    fileset = lib.fileset.unions [
      ../../LICENSE
      ../../README.md
      ../../data
      ../../docs
      ../../examples
      ../../include
      ../../meson.build
      ../../meson_options.txt
      ../../packaging/cmake
      ../../packaging/debian.py
      ../../packaging/nix/answers.json
      ../../packaging/nix/lib.nix
      ../../packaging/python
      ../../src
      ../../tests
    ];
  };

  __structuredAttrs = true;
  strictDeps = true;

  # A program that reads the tables runs during the build.
  depsBuildBuild = [
    buildPackages.stdenv.cc
    utf8cpp
  ];

  nativeBuildInputs = [
    lowdown
    meson
    ninja
    pkg-config
  ];

  # Only the headers of fmt, nlohmann_json and utf8cpp are used: they are not linked.
  buildInputs = [
    boost
    fmt
    libarchive
    nettle
    nlohmann_json
    utf8cpp
  ];

  # Meson does not find nixpkgs' Boost without these: https://github.com/NixOS/nixpkgs/issues/86131
  env = {
    BOOST_INCLUDEDIR = "${lib.getDev boost}/include";
    BOOST_LIBRARYDIR = "${lib.getLib boost}/lib";
    NIX_CFLAGS_COMPILE = "-isystem ${dtl}";
  };

  # The hook's auto_features=enabled enables the tests, which need doctest; the benchmarks stay disabled.
  mesonFlags = [
    (lib.mesonEnable "tests" finalAttrs.finalPackage.doCheck)
    (lib.mesonOption "default_library" (
      if stdenv.hostPlatform.isStatic then "static" else "shared"
    ))
  ];

  doCheck = stdenv.buildPlatform.canExecute stdenv.hostPlatform;

  checkInputs = [ doctest ];

  # Meson finds doctest only with CMake, which configures nothing here.
  nativeCheckInputs = [
    cmake
    (python3.withPackages (packages: [ packages.jsonschema ]))
  ];
  dontUseCmakeConfigure = true;

  # Tests that need no other program than these; others would be skipped.
  mesonCheckFlags = [
    "--suite=unit"
    "--suite=laws"
    "--suite=golden"
    "--suite=ask"
  ];

  passthru.tests = {
    version = testers.testVersion { package = finalAttrs.finalPackage; };
    pkg-config = testers.hasPkgConfigModules {
      package = finalAttrs.finalPackage;
      versionCheck = true;
    };
    resolve =
      runCommand "cudastdenv-resolve"
        {
          __structuredAttrs = true;
          strictDeps = true;
          nativeBuildInputs = [ finalAttrs.finalPackage ];
        }
        ''
          answer=$(cudastdenv resolve --cuda 12.8 --stdenv gcc-15 --print host-compiler)
          if [ "$answer" != gcc-14 ]; then
            echo "the newest GCC that nvcc 12.8 accepts is gcc-14, not '$answer'" >&2
            exit 1
          fi
          touch "$out"
        '';
  };

  meta = {
    description = "Which host compiler, libstdc++ and GPU capabilities work with a CUDA release";
    license = lib.licenses.mit;
    mainProgram = "cudastdenv";
    maintainers = [ ];
    pkgConfigModules = [ "cudastdenv" ];
    platforms = lib.platforms.linux;
  };
})
