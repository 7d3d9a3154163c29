// SPDX-License-Identifier: MIT
#include "words/abi.hpp"

#include "core/overloaded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace cudastdenv::words {

namespace {

/// `GLIBCXX_3.4.30` of a part and a number.
std::string version_text(AbiPart part, std::optional<Version> number) {
    return number ? fmt::format("{}{}", prefix_of(part), to_string(*number)) : std::string("none");
}

std::string newest_of_stdenv(const AbiStdenv& stdenv, AbiPart part) {
    switch (part) {
        case AbiPart::glibcxx: return version_text(part, stdenv.glibcxx);
        case AbiPart::cxxabi: return version_text(part, stdenv.cxxabi);
        case AbiPart::glibc: return version_text(part, stdenv.glibc);
    }
    return {};
}

std::string newest_of_tables(const Tables& tables, AbiPart part) {
    std::optional<Version> newest;
    for (const LibstdcxxRow& row : tables.libstdcxx)
        newest = std::max(newest, number_of(part, part == AbiPart::cxxabi ? row.cxxabi : row.glibcxx));
    return version_text(part, newest);
}

std::string needed_version(const AbiVerdict& verdict, AbiPart part) {
    const auto found = std::ranges::find(verdict.newest, part, &NewestNeed::part);
    return found == verdict.newest.end() ? "" : found->needed.version;
}

}  // namespace

Said say(const AbiAnswer& answer, const AbiVerdict& verdict, const AbiChange& change) {
    return std::visit(
        Overloaded{
            [](const RunWithLibstdcxx& c) -> Said {
                return {"run-with-libstdcxx",
                        fmt::format("run it with the libstdc++ of gcc {} or newer ({}, {})", to_string(c.row->gcc),
                                    c.row->glibcxx, c.row->soname),
                        c.row->sources};
            },
            [](const CompileWithGcc& c) -> Said {
                return {"compile-with-gcc", fmt::format("compile and link it with gcc-{} or older", c.newest)};
            },
            [](const BuildWithGlibc& c) -> Said {
                return {"build-with-glibc",
                        fmt::format("build it where glibc is {} or older; glibc is no library to bring along",
                                    to_string(c.newest))};
            },
            [&](const NewerThanTables& c) -> Said {
                return {"newer-than-tables",
                        fmt::format("{} is newer than every libstdc++ that the tables know; their newest is {}",
                                    needed_version(verdict, c.part), newest_of_tables(answer.tables, c.part))};
            },
        },
        change);
}

std::vector<std::string> missing_messages(const AbiAnswer& answer, const AbiVerdict& verdict) {
    std::vector<std::string> messages;
    for (const NewestNeed& need : verdict.newest)
        if (!need.satisfied.value_or(true))
            messages.push_back(fmt::format("{} is missing, the newest is {}", need.needed.version,
                                           newest_of_stdenv(answer.stdenv, need.part)));
    return messages;
}

std::string_view verdict_code(const AbiVerdict& verdict) noexcept {
    if (!verdict.satisfied) return "not-judged";
    return *verdict.satisfied ? "satisfied" : "not-satisfied";
}

std::vector<std::string> newest_defined(const ElfFile& elf) {
    std::vector<std::string> newest;
    for (const AbiPart part : {AbiPart::glibcxx, AbiPart::cxxabi, AbiPart::glibc})
        if (std::string version = newest_version(elf.defines, std::string(prefix_of(part))); !version.empty())
            newest.push_back(std::move(version));
    for (const std::string& version : elf.defines)
        if (version.starts_with("libcudart.so")) newest.push_back(version);
    return newest;
}

}  // namespace cudastdenv::words
