// SPDX-License-Identifier: MIT
#include "pages/closure.hpp"

#include "core/overloaded.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudastdenv::report {

namespace {

std::string joined_texts(const std::vector<std::string>& texts) {
    if (texts.size() <= most_listed) return fmt::format("{}", fmt::join(texts, ", "));
    return fmt::format("{} and {} more", fmt::join(texts.begin(), texts.begin() + most_listed, ", "),
                       texts.size() - most_listed);
}

std::string for_platform(std::string_view platform) { return platform.empty() ? "" : fmt::format(" for {}", platform); }

/// `gcc 14.3.0 (GLIBCXX_3.4.33)`
std::string library_in_words(const ClosureAnswer& answer, Version gcc) {
    const LibstdcxxRow* row = libstdcxx_of_gcc(answer.tables, gcc);
    return row ? fmt::format("{} ({})", gcc_in_words(gcc), row->glibcxx) : gcc_in_words(gcc);
}

std::string libraries_in_words(const ClosureAnswer& answer, const std::vector<FoundLibstdcxx>& libraries) {
    std::vector<std::string> texts;
    for (const FoundLibstdcxx& library : libraries) {
        texts.push_back(library_in_words(answer, library.gcc));
        if (library.nodes.empty()) texts.back() += ", the stdenv's";
        if (library.nodes.size() > 1) texts.back() += fmt::format(" in {} builds", library.nodes.size());
    }
    return joined_texts(texts);
}

std::vector<FindingPart> library_parts(const ClosureAnswer& answer, const std::vector<FoundLibstdcxx>& libraries) {
    std::vector<FindingPart> parts;
    for (const FoundLibstdcxx& library : libraries) {
        const std::string what = fmt::format("libstdc++ of {}", library_in_words(answer, library.gcc));
        if (library.nodes.empty()) parts.push_back({what + ", the stdenv's", no_node});
        for (const NodeIndex& node : library.nodes) {
            if (parts.size() == most_listed) return parts;
            parts.push_back({what, node, {&node, 1}});
        }
    }
    return parts;
}

}  // namespace

std::string to_text(CudaPackageSet set) {
    return set.minor == -1 ? fmt::format("{}.*", set.major) : fmt::format("{}.{}", set.major, set.minor);
}

std::string gcc_in_words(Version gcc) {
    return gcc.patch == -1 ? fmt::format("gcc {}", gcc.major) : fmt::format("gcc {}", to_string(gcc));
}

SaidOfClosure say(const ClosureAnswer& answer, const ClosureFinding& finding) {
    const DependencyGraph& graph = answer.read.graph;
    SaidOfClosure said = std::visit(
        Overloaded{
            [](const SeveralCudaSets& f) -> SaidOfClosure {
                std::vector<std::string> sets;
                std::vector<FindingPart> parts;
                for (const FoundCudaSet& found : f.sets) {
                    sets.push_back(to_text(found.set));
                    parts.push_back({"CUDA " + sets.back(), found.nodes.front(), found.nodes});
                }
                return {{"several-cuda-package-sets",
                         fmt::format("more than one CUDA package set: {}", joined_texts(sets))},
                        std::move(parts)};
            },
            [&](const SeveralLibstdcxx& f) -> SaidOfClosure {
                return {{"several-libstdcxx",
                         fmt::format("more than one libstdc++{}: {}", for_platform(f.libraries.front().platform),
                                     libraries_in_words(answer, f.libraries))},
                        library_parts(answer, f.libraries)};
            },
            [&](const OlderLibstdcxx& f) -> SaidOfClosure {
                const std::string_view member = package_name(graph.name(f.member));
                const std::string needed = library_in_words(answer, f.needs);
                std::vector<FindingPart> parts = library_parts(answer, f.libraries);
                parts.insert(parts.begin(), {fmt::format("{}, which needs that of {}", member, needed), f.member});
                return {{"older-libstdcxx",
                         fmt::format("{} refers to {}, so it needs the libstdc++ of {} or a newer one{}; an older one "
                                     "is loaded too: {}",
                                     member, package_name(graph.name(f.because)), needed,
                                     for_platform(f.libraries.front().platform),
                                     libraries_in_words(answer, f.libraries))},
                        std::move(parts)};
            },
            [](const SeveralHostCompilers& f) -> SaidOfClosure {
                std::vector<std::string> compilers;
                std::vector<FindingPart> parts;
                for (const ClosureCompiler& found : f.compilers) {
                    compilers.push_back(to_string(found.compiler));
                    parts.push_back({compilers.back(), found.nodes.front(), found.nodes});
                }
                return {{"several-host-compilers",
                         fmt::format("more than one host compiler: {}", joined_texts(compilers))},
                        std::move(parts)};
            },
            [&](const RefusedHostCompilers& f) -> SaidOfClosure {
                const std::string_view builder = package_name(graph.name(f.builder));
                std::vector<std::string> compilers;
                std::vector<FindingPart> parts{{fmt::format("nvcc of CUDA {}", to_text(f.set)), f.nvcc}};
                for (const ClosureCompiler& found : f.compilers) {
                    compilers.push_back(to_string(found.compiler));
                    parts.push_back({compilers.back(), found.nodes.front()});
                }
                parts.push_back({std::string(builder), f.builder});
                return {{"refused-host-compiler",
                         fmt::format("{} {} has the nvcc of CUDA {} and no compiler that it takes: it refuses {}",
                                     f.of_build ? "the build closure of" : "the closure of", builder, to_text(f.set),
                                     joined_texts(compilers))},
                        std::move(parts)};
            },
            [&](const WholeToolkit& f) -> SaidOfClosure {
                std::vector<std::string> toolkits;
                std::vector<FindingPart> parts;
                for (const NodeIndex& node : f.nodes) {
                    toolkits.emplace_back(package_name(graph.name(node)));
                    parts.push_back({toolkits.back(), node, {&node, 1}});
                }
                return {{"whole-toolkit",
                         fmt::format("all of the CUDA toolkit, of which programs load a few libraries: {}",
                                     joined_texts(toolkits))},
                        std::move(parts)};
            },
        },
        finding);
    if (said.parts.size() > most_listed) said.parts.resize(most_listed);
    return said;
}

std::optional<std::uint64_t> size_of(const ClosureAnswer& answer, const SaidOfClosure& said) {
    std::vector<NodeIndex> nodes;
    for (const FindingPart& part : said.parts) nodes.insert(nodes.end(), part.nodes.begin(), part.nodes.end());
    return answer.sizes.lost_without(nodes);
}

}  // namespace cudastdenv::report
