// SPDX-License-Identifier: MIT
#include "nix/writers.hpp"

#include "tables/lookup.hpp"

#include <fmt/format.h>

#include <utility>

namespace cudastdenv::nix {

namespace {

std::string_view first_url(const Tables& tables, SourceIds sources) {
    for (const std::string_view id : sources)
        if (const SourceRow* source = find_source(tables, id); source && source->url) return *source->url;
    return {};
}

/// The first source that has a URL, or the title of the first one: a package has none.
std::string_view place_of(const Tables& tables, SourceIds sources) {
    if (const std::string_view url = first_url(tables, sources); !url.empty()) return url;
    const SourceRow* source = sources.empty() ? nullptr : find_source(tables, sources.front());
    return source ? source->title : std::string_view{};
}

/// Where the bounds stand: NVIDIA's guide if it says the same as the view that is written.
std::string_view source_of(const Tables& tables, Version minor, Compiler::Family family, const NvccMajors& majors) {
    const HostCompilerRow* row = find_host_compilers(tables, family, find_release(tables, minor)->version);
    if (row && row->documented && row->documented->max == majors.max)
        if (const std::string_view url = first_url(tables, row->documented->sources); !url.empty()) return url;
    return place_of(tables, majors.sources);
}

std::string_view origin(Policy view) {
    switch (view) {
        case Policy::nixpkgs: return "nixpkgs' own row";
        case Policy::documented: return "NVIDIA's installation guide";
        case Policy::enforced: return "nvcc's own check (crt/host_config.h)";
    }
    return "";
}

/// Says which view a row is from where it is not nixpkgs' own, then its source.
std::string comment_of(const Tables& tables, const NvccRow& row) {
    std::string comment;
    if (row.gcc.view != Policy::nixpkgs) comment += fmt::format("From {}.", origin(row.gcc.view));
    if (row.clang.view != row.gcc.view)
        comment += fmt::format("{}Clang: from {}.", comment.empty() ? "" : " ", origin(row.clang.view));
    for (const auto& [name, majors] : {std::pair("GCC", row.gcc), std::pair("Clang", row.clang)})
        if (majors.min_from)
            comment += fmt::format("{}The oldest {} is that of {}.", comment.empty() ? "" : " ", name,
                                   to_string(*majors.min_from));
    if (!comment.empty()) comment += '\n';
    const std::string_view gcc = source_of(tables, row.release, Compiler::Family::gcc, row.gcc);
    const std::string_view clang = source_of(tables, row.release, Compiler::Family::clang, row.clang);
    comment += gcc.empty() ? clang : gcc;
    if (!clang.empty() && !gcc.empty() && clang != gcc) comment += fmt::format("\n{}", clang);
    return comment;
}

Value majors_value(const NvccMajors& majors) {
    return Set{{"maxMajorVersion", std::to_string(majors.max), ""},
               {"minMajorVersion", std::to_string(majors.min), ""}};
}

Set row_set(const NvccRow& row) { return {{"clang", majors_value(row.clang), ""}, {"gcc", majors_value(row.gcc), ""}}; }

/// Each row goes through a function with named arguments: of another attribute Nix says that it is unexpected, of one
/// that is not there that it is required. The row itself is handed on, so that Nix knows where its attributes stand.
constexpr std::string_view with_check = R"(let
  majors = { maxMajorVersion, minMajorVersion }@both: both;
  # A row as it stands; evaluating one with an attribute that is misspelt or missing is an error.
  checked = { clang, gcc }@row: builtins.seq (majors clang) (builtins.seq (majors gcc) row);
in)";

}  // namespace

File nvcc_file(const Tables& tables, std::span<const NvccRow> rows, bool plain) {
    Set checked;
    Set data;
    for (const NvccRow& row : rows) {
        const std::string release = to_string(row.release);
        checked.push_back({release, Expression{"checked " + written(row_set(row))}, comment_of(tables, row)});
        data.push_back({release, row_set(row), comment_of(tables, row)});
    }
    const auto table = [](Set all) {
        return Set{{"nvccCompatibilities", std::move(all),
                    "The major versions of GCC and Clang that go with each CUDA release, both ends included."}};
    };
    File file{
        .comment = "Written by `cudastdenv nix nvcc`.", .head = "", .value = table(data), .gaps = true, .plain = {}};
    if (plain) return file;
    file.head = with_check;
    file.plain = std::move(file.value);
    file.value = table(std::move(checked));
    return file;
}

}  // namespace cudastdenv::nix
