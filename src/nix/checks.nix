# SPDX-License-Identifier: MIT
{
  pkgs ? import <nixpkgs> {
    config = {
      allowUnfree = true;
      cudaSupport = true;
    };
  },
  ...
}:
let
  releases = { };

  # What `pkgs` has under that name, or null: old names may be gone, or throw.
  find =
    name:
    let
      found = builtins.tryEval (pkgs.${name} or null);
    in
    if found.success then found.value else null;

  underscored = builtins.replaceStrings [ "." ] [ "_" ];

  # A standard environment of that compiler with the libstdc++ of `pkgs.stdenv`, or null.
  hostStdenvs = {
    gcc =
      major:
      let
        own = find "gcc${major}Stdenv";
      in
      if own == null then null else pkgs.stdenvAdapters.useLibsFrom pkgs.stdenv own;
    clang =
      major:
      let
        llvm = find "llvmPackages_${major}";
      in
      if llvm == null then null else llvm.stdenv;
  };

  program = ''
    #include <cstdlib>
    #include <iostream>
    #include <numeric>
    #include <sstream>
    #include <vector>

    __global__ void saxpy(int n, float a, const float* x, float* y) {
      const int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) y[i] += a * x[i];
    }

    static void check(cudaError_t status) {
      if (status == cudaSuccess) return;
      std::ostringstream message;
      message << "CUDA: " << cudaGetErrorString(status);
      std::cerr << message.str() << std::endl;
      std::exit(1);
    }

    // What needs the standard environment's libstdc++ and no GPU.
    static int run_on_host(const std::vector<float>& x) {
      std::ostringstream text;
      text << "runtime " << CUDART_VERSION << ", " << std::accumulate(x.begin(), x.end(), 0.0);
      std::cout << text.str() << std::endl;
      return 0;
    }

    int main(int argc, char**) {
      const int n = 1 << 16;
      std::vector<float> x(n), y(n, 1.0f);
      std::iota(x.begin(), x.end(), 0.0f);
      if (argc > 1) return run_on_host(x);
      float *gpu_x = nullptr, *gpu_y = nullptr;
      check(cudaMalloc(&gpu_x, n * sizeof(float)));
      check(cudaMalloc(&gpu_y, n * sizeof(float)));
      check(cudaMemcpy(gpu_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
      check(cudaMemcpy(gpu_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));
      saxpy<<<n / 256, 256>>>(n, 2.0f, gpu_x, gpu_y);
      check(cudaGetLastError());
      check(cudaMemcpy(y.data(), gpu_y, n * sizeof(float), cudaMemcpyDeviceToHost));
      for (int i = 0; i < n; ++i)
        if (y[i] != 2.0f * i + 1.0f) return 1;
      std::cout << "saxpy is right" << std::endl;
      return 0;
    }
  '';

  buildScript = ''
    printf '%s' "$program" > saxpy.cu
    unset NVCC_PREPEND_FLAGS NVCC_APPEND_FLAGS NVCC_CCBIN
    mkdir -p "$out/bin" "$out/nix-support"
    nvcc -ccbin "$(command -v "$CXX")" -cudart shared saxpy.cu -o "$out/bin/saxpy"

    # Every symbol version that the program needs must be in the standard environment's libstdc++.
    versions() { "''${OBJDUMP:-objdump}" -p "$1" | sed -n -E 's/.*((GLIBCXX|CXXABI)_[0-9.]+).*/\1/p' | sort -u; }
    versions "$out/bin/saxpy" > needed
    versions "$(readlink -f "$libstdcxx/lib/libstdc++.so.6")" > provided
    comm -23 needed provided > missing
    if [ -s missing ]; then
      echo "the standard environment's libstdc++ lacks:" >&2
      cat missing >&2
      exit 1
    fi
    cp needed "$out/nix-support/symbol-versions"
  '';

  check =
    {
      release,
      family,
      major,
      cudaPackages,
      hostStdenv,
    }:
    let
      cudart = cudaPackages.cuda_cudart;
      outputs = map (output: cudart.${output} or null) [
        "dev"
        "include"
        "lib"
        "static"
      ];
    in
    hostStdenv.mkDerivation (finalAttrs: {
      name = "saxpy-cuda${release}-${family}${major}";
      __structuredAttrs = true;
      strictDeps = true;
      inherit program;
      nativeBuildInputs = [
        cudaPackages.cuda_nvcc
        (pkgs.autoAddDriverRunpath or null)
      ];
      buildInputs = [
        cudart
        (cudaPackages.cuda_crt or null)
      ]
      ++ outputs;
      libstdcxx = pkgs.stdenv.cc.cc.lib or pkgs.stdenv.cc.cc or pkgs.stdenv.cc;
      dontUnpack = true;
      buildPhase = buildScript;
      dontInstall = true;
      doInstallCheck = hostStdenv.buildPlatform.canExecute hostStdenv.hostPlatform;
      installCheckPhase = ''
        "$out/bin/saxpy" --without-gpu
      '';
      passthru = {
        cudaRelease = release;
        hostCompiler = "${family}-${major}";
        testers.cuda.saxpy = finalAttrs.finalPackage;
        tests.cuda.saxpy =
          pkgs.runCommand "${finalAttrs.name}-run"
            {
              __structuredAttrs = true;
              strictDeps = true;
              nativeBuildInputs = [ finalAttrs.finalPackage.passthru.testers.cuda.saxpy ];
              requiredSystemFeatures = [ "cuda" ];
            }
            ''
              saxpy
              touch "$out"
            '';
      };
      meta = {
        description = "Compiles and links a CUDA program with ${family} ${major} and CUDA ${release}";
        mainProgram = "saxpy";
        platforms = [
          "aarch64-linux"
          "x86_64-linux"
        ];
      };
    });

  # The checks of one release with one family, as names and values; none where `pkgs` lacks a part.
  checksOf =
    release: family:
    builtins.concatMap (
      major:
      let
        set = "cudaPackages_${underscored release}";
        cudaPackages = find set;
        hostStdenv = hostStdenvs.${family} major;
      in
      if cudaPackages == null || hostStdenv == null then
        [ ]
      else
        [
          {
            name = "${set}-${family}${major}";
            value = check {
              inherit
                release
                family
                major
                cudaPackages
                hostStdenv
                ;
            };
          }
        ]
    ) releases.${release}.${family};
in
builtins.listToAttrs (
  builtins.concatMap (release: checksOf release "gcc" ++ checksOf release "clang") (
    builtins.attrNames releases
  )
)
