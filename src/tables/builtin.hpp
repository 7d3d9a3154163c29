// SPDX-License-Identifier: MIT
#pragma once

#include <cudastdenv/tables.hpp>

#include <tuple>

namespace cudastdenv {

/// The view that the embedder's tables are returned as: one argument per member of Tables, in the order of table_lists
/// and then of table_values.
constexpr Tables make_tables(
    std::span<const Release> releases, std::span<const NeverReleased> never_released,
    std::span<const HostCompilerRow> host_compilers, std::span<const CapabilityRow> capabilities,
    std::span<const LibstdcxxRow> libstdcxx, std::span<const PairHeadersRow> pair_headers,
    std::span<const ClangHeadersRow> clang_headers, std::span<const HostStandardRow> host_standards,
    std::span<const CcbinVariableRow> ccbin_variable, std::span<const AdvisoryRow> advisories,
    std::span<const EnvironmentRow> environments, std::span<const DistributionRow> distributions,
    std::span<const RedistSystemRow> redist_systems, std::span<const JetsonSbsaRow> jetson_sbsa,
    std::span<const RedistExceptionRow> redist_exceptions, std::span<const DriverRow> drivers,
    std::span<const MinorVersionRow> minor_versions, std::span<const ForwardCompatRow> forward_compat,
    std::span<const CompatPackageRow> compat_packages, std::span<const PtxVersionRow> ptx_versions,
    std::span<const GpuDriversRow> gpu_drivers, std::span<const JetsonDriverRow> jetson_drivers,
    std::span<const PackageSetRow> package_sets, std::span<const GpuRow> gpus, std::span<const GpuWordsRow> gpu_words,
    std::span<const ConsumerRow> consumers, std::span<const ConsumerEntriesRow> consumer_entries,
    std::span<const ConsumerRangeRow> consumer_ranges, std::span<const ConsumerWordRow> consumer_words,
    std::span<const MessageRow> messages, std::span<const MessageTextRow> message_texts,
    std::span<const MessageLinesRow> message_lines, std::span<const WrapperTextRow> wrapper_texts,
    std::span<const SuccessTextRow> success_texts, std::span<const FactTextRow> fact_texts,
    std::span<const ErrorWordRow> error_words, std::span<const NvJitLinkRow> nvjitlink_libraries,
    std::span<const ComponentRow> components, std::span<const ComponentFilesRow> component_files,
    std::span<const ComponentSonameRow> component_sonames, std::span<const CmakeNameRow> cmake_names,
    std::span<const ComponentPackageRow> component_packages, std::span<const RuleRow> rules,
    std::span<const SourceRow> sources, std::span<const SymbolVersionRow> symbol_versions,
    Version capabilities_read_through, Version advisories_read_through, std::string_view assumed_environment,
    Version redist_read_through) {
    return {.releases = releases,
            .never_released = never_released,
            .host_compilers = host_compilers,
            .capabilities = capabilities,
            .capabilities_read_through = capabilities_read_through,
            .libstdcxx = libstdcxx,
            .pair_headers = pair_headers,
            .clang_headers = clang_headers,
            .host_standards = host_standards,
            .ccbin_variable = ccbin_variable,
            .advisories = advisories,
            .advisories_read_through = advisories_read_through,
            .environments = environments,
            .assumed_environment = assumed_environment,
            .distributions = distributions,
            .redist_systems = redist_systems,
            .redist_read_through = redist_read_through,
            .jetson_sbsa = jetson_sbsa,
            .redist_exceptions = redist_exceptions,
            .drivers = drivers,
            .minor_versions = minor_versions,
            .forward_compat = forward_compat,
            .compat_packages = compat_packages,
            .ptx_versions = ptx_versions,
            .gpu_drivers = gpu_drivers,
            .jetson_drivers = jetson_drivers,
            .package_sets = package_sets,
            .gpu_words = gpu_words,
            .gpus = gpus,
            .consumers = consumers,
            .consumer_entries = consumer_entries,
            .consumer_ranges = consumer_ranges,
            .consumer_words = consumer_words,
            .messages = messages,
            .message_texts = message_texts,
            .message_lines = message_lines,
            .wrapper_texts = wrapper_texts,
            .success_texts = success_texts,
            .fact_texts = fact_texts,
            .error_words = error_words,
            .nvjitlink_libraries = nvjitlink_libraries,
            .components = components,
            .component_files = component_files,
            .component_sonames = component_sonames,
            .cmake_names = cmake_names,
            .component_packages = component_packages,
            .rules = rules,
            .sources = sources,
            .symbol_versions = symbol_versions};
}

}  // namespace cudastdenv
