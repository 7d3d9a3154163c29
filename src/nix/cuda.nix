# SPDX-License-Identifier: MIT
{ lib }:
let
  # A row written out. Evaluating one with an attribute that is misspelt, or without its first two, is an error.
  complete =
    cudaCapability:
    {
      archName,
      minCudaMajorMinorVersion,
      maxCudaMajorMinorVersion ? null,
      dontDefaultAfterCudaMajorMinorVersion ? null,
      isJetson ? false,
    }:
    {
      inherit
        archName
        cudaCapability
        dontDefaultAfterCudaMajorMinorVersion
        isJetson
        maxCudaMajorMinorVersion
        minCudaMajorMinorVersion
        ;
      isArchitectureSpecific = lib.hasSuffix "a" cudaCapability;
      isFamilySpecific = lib.hasSuffix "f" cudaCapability;
    };
in
{ }
