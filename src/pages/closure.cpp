#include "pages/closure.hpp"

#include "report/overloaded.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudastdenv::report {

namespace {

std::string joined_texts(const std::vector<std::string>& texts) {
    if (texts.size() <= most_listed) return fmt::format("{}", fmt::join(texts, ", "));
    return fmt::format("{} and {} more", fmt::join(texts.begin(), texts.begin() + most_listed, ", "),
                       texts.size() - most_listed);
}

std::string for_platform(std::string_view platform) {
    return platform.empty() ? "" : fmt::format(" for {}", platform);
}

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
        for (const NodeIndex node : library.nodes) {
            if (parts.size() == most_listed) return parts;
            parts.push_back({what, node});
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

std::string_view finding_code(const ClosureFinding& finding) {
    return std::visit(Overloaded{
                          [](const SeveralCudaSets&) { return "several-cuda-package-sets"; },
                          [](const SeveralLibstdcxx&) { return "several-libstdcxx"; },
                          [](const OlderLibstdcxx&) { return "older-libstdcxx"; },
                          [](const SeveralHostCompilers&) { return "several-host-compilers"; },
                      },
                      finding);
}

std::string finding_message(const ClosureAnswer& answer, const ClosureFinding& finding) {
    const DependencyGraph& graph = answer.read.graph;
    return std::visit(
        Overloaded{
            [](const SeveralCudaSets& f) {
                std::vector<std::string> texts;
                for (const FoundCudaSet& found : f.sets) texts.push_back(to_text(found.set));
                return fmt::format("more than one CUDA package set: {}", joined_texts(texts));
            },
            [&](const SeveralLibstdcxx& f) {
                return fmt::format("more than one libstdc++{}: {}", for_platform(f.libraries.front().platform),
                                   libraries_in_words(answer, f.libraries));
            },
            [&](const OlderLibstdcxx& f) {
                return fmt::format("{} refers to {}, so it needs the libstdc++ of {} or a newer one{}; "
                                   "an older one is loaded too: {}",
                                   package_name(graph.name(f.member)), package_name(graph.name(f.because)),
                                   library_in_words(answer, f.needs), for_platform(f.libraries.front().platform),
                                   libraries_in_words(answer, f.libraries));
            },
            [](const SeveralHostCompilers& f) {
                std::vector<std::string> texts;
                for (const ClosureCompiler& found : f.compilers) texts.push_back(to_string(found.compiler));
                return fmt::format("more than one host compiler: {}", joined_texts(texts));
            },
        },
        finding);
}

std::vector<FindingPart> finding_parts(const ClosureAnswer& answer, const ClosureFinding& finding) {
    std::vector<FindingPart> parts = std::visit(
        Overloaded{
            [](const SeveralCudaSets& f) {
                std::vector<FindingPart> found;
                for (const FoundCudaSet& set : f.sets) found.push_back({"CUDA " + to_text(set.set), set.node});
                return found;
            },
            [&](const SeveralLibstdcxx& f) { return library_parts(answer, f.libraries); },
            [&](const OlderLibstdcxx& f) {
                std::vector<FindingPart> found = library_parts(answer, f.libraries);
                const std::string what =
                    fmt::format("{}, which needs that of {}", package_name(answer.read.graph.name(f.member)),
                                library_in_words(answer, f.needs));
                found.insert(found.begin(), {what, f.member});
                return found;
            },
            [](const SeveralHostCompilers& f) {
                std::vector<FindingPart> found;
                for (const ClosureCompiler& compiler : f.compilers)
                    found.push_back({to_string(compiler.compiler), compiler.node});
                return found;
            },
        },
        finding);
    if (parts.size() > most_listed) parts.resize(most_listed);
    return parts;
}

}  // namespace cudastdenv::report
