#include "report/manifest.hpp"

#include "report/overloaded.hpp"

#include <fmt/format.h>

namespace cudastdenv::report {

namespace {

using What = nix::DiffersFromTables::What;

std::string difference_message(const nix::DiffersFromTables& p) {
    switch (p.what) {
        case What::nvcc: return fmt::format("nvcc is {}, our table says {}", p.manifest, p.tables);
        case What::date: return fmt::format("the release's date is {}, our table says {}", p.manifest, p.tables);
        case What::system_missing_here:
            return fmt::format("has {}, on which our table says NVIDIA did not ship this release", p.manifest);
        case What::system_not_shipped:
            return fmt::format("lacks {}, on which our table says NVIDIA shipped this release", p.manifest);
    }
    return {};
}

}  // namespace

std::string_view problem_code(const nix::ManifestProblem& problem) {
    return std::visit(Overloaded{
                          [](const nix::MissingKey&) { return "missing-key"; },
                          [](const nix::UnknownKey&) { return "unknown-key"; },
                          [](const nix::NotAText&) { return "not-a-text"; },
                          [](const nix::NotTrueOrFalse&) { return "not-true-or-false"; },
                          [](const nix::MalformedName&) { return "malformed-name"; },
                          [](const nix::MalformedVersion&) { return "malformed-version"; },
                          [](const nix::MalformedDate&) { return "malformed-date"; },
                          [](const nix::MalformedHash&) { return "malformed-hash"; },
                          [](const nix::SizeIsNumber&) { return "size-is-number"; },
                          [](const nix::MalformedSize&) { return "malformed-size"; },
                          [](const nix::UnsafePath&) { return "unsafe-path"; },
                          [](const nix::UnknownSystem&) { return "unknown-system"; },
                          [](const nix::UnknownVariant&) { return "unknown-variant"; },
                          [](const nix::VariantsDiffer&) { return "variants-differ"; },
                          [](const nix::EmptyPackage&) { return "empty-package"; },
                          [](const nix::NoPackages&) { return "no-packages"; },
                          [](const nix::NoRelease&) { return "no-release"; },
                          [](const nix::LabelDiffers&) { return "label-differs"; },
                          [](const nix::DiffersFromTables&) { return "differs-from-tables"; },
                      },
                      problem);
}

std::string problem_message(const nix::ManifestProblem& problem) {
    return std::visit(
        Overloaded{
            [](const nix::MissingKey& p) { return fmt::format("'{}' is missing", p.key); },
            [](const nix::UnknownKey& p) { return fmt::format("unknown key {}", p.key); },
            [](const nix::NotAText&) { return std::string("not a text"); },
            [](const nix::NotTrueOrFalse&) { return std::string("neither true nor false"); },
            [](const nix::MalformedName& p) { return fmt::format("{} is not a name", p.text); },
            [](const nix::MalformedVersion& p) { return fmt::format("{} is not a version", p.text); },
            [](const nix::MalformedDate& p) { return fmt::format("{} is not a day like 2025-03-06", p.text); },
            [](const nix::MalformedHash& p) {
                return fmt::format("not {} hexadecimal digits in lower case", p.digits);
            },
            [](const nix::SizeIsNumber&) { return std::string("a number; NVIDIA writes sizes as texts"); },
            [](const nix::MalformedSize& p) { return fmt::format("{} is not a number of bytes", p.text); },
            [](const nix::UnsafePath& p) {
                return fmt::format("{} is not a path below the manifest's folder", p.text);
            },
            [](const nix::UnknownSystem& p) { return fmt::format("unknown redist system {}", p.system); },
            [](const nix::UnknownVariant& p) {
                return fmt::format("{} is not a CUDA variant like cuda12", p.variant);
            },
            [](const nix::VariantsDiffer& p) {
                return fmt::format("cuda_variant lists {}, the systems have {}", p.listed, p.found);
            },
            [](const nix::EmptyPackage&) { return std::string("a package for no system"); },
            [](const nix::NoPackages&) { return std::string("no packages"); },
            [](const nix::NoRelease&) {
                return std::string("which release it is, neither release_label nor the file's name nor nvcc says");
            },
            [](const nix::LabelDiffers& p) {
                return fmt::format("release_label says {}, the file's name {}", p.label, p.file);
            },
            [](const nix::DiffersFromTables& p) { return difference_message(p); },
        },
        problem);
}

std::string problem_pointer(const nix::ManifestProblem& problem) {
    return std::visit(
        [](const auto& p) -> std::string {
            if constexpr (requires { p.pointer; }) return p.pointer;
            else return {};
        },
        problem);
}

}  // namespace cudastdenv::report
