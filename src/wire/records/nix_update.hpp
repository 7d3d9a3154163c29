// SPDX-License-Identifier: MIT
#pragma once

/// What `nix update` answers.

#include "checkout/update.hpp"
#include "wire/records/nix.hpp"
#include "wire/records/shared.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

template <>
inline constexpr std::array enumerators<nix::FieldDifference::State>{
    nix::FieldDifference::State::left, nix::FieldDifference::State::mended, nix::FieldDifference::State::by_hand};

}  // namespace cudastdenv

namespace cudastdenv::wire {

// A field is one line.
// clang-format off

struct NixAddedRecord {
    CUDASTDENV_RECORD("nixAdded", "A row that the checkout lacked.",
        (std::string_view, table, "table", "nvcc or cuda."),
        (std::string, row, "row", "The release, or the capability."),
        (Map<Scalar>, fields_, "fields", "What the row evaluates to, by attribute path."),
        (std::vector<std::string_view>, sources, "sources", "Ids of sources."))
};

struct NixFieldRecord {
    CUDASTDENV_RECORD("nixField", "A field that the checkout has otherwise.",
        (std::string_view, table, "table", "nvcc or cuda."),
        (ForeignText, row, "row", "The release, or the capability."),
        (std::string, field, "field", "Its attribute path in the row."),
        (Maybe<Scalar>, there, "there", "What it is there; absent: the row has no such field."),
        (Scalar, here, "here", "What it should be."),
        (nix::FieldDifference::State, state, "state", "by-hand: to be mended, and written in a way that only a person can."),
        (std::optional<std::size_t>, line, "line", "Of the row, from 1; null: it is not written out."),
        (std::vector<std::string_view>, sources, "sources", "Ids of sources."))
};

struct NixUnknownRecord {
    CUDASTDENV_RECORD("nixUnknown", "What nixpkgs' schema or the tables do not know. It is never removed.",
        (std::string_view, table, "table", "nvcc or cuda."),
        (ForeignText, row, "row"),
        (std::optional<ForeignText>, attribute, "attribute", "Its path in the row; null: the row itself."),
        (std::optional<std::size_t>, line, "line", "Of the row, from 1; null: it is not written out."))
};

struct NixRowNameRecord {
    CUDASTDENV_RECORD("nixRowName", "A row of a table.",
        (std::string_view, table, "table", "nvcc or cuda."),
        (std::string, row, "row", "The release, or the capability."))
};

struct NixUpdateRecord {
    CUDASTDENV_RECORD("nixUpdate", "What is changed in a checkout of nixpkgs, and what is left.",
        (SchemaVersion, schema, "schemaVersion"),
        (ForeignText, folder, "folder"),
        (NixFilesRecord, files, "files"),
        (bool, settled, "settled", "Afterwards the checkout says what the tables say."),
        (bool, changes, "changes", "A file is changed, or would be."),
        (bool, written, "written", "False with --dry-run, or where nothing changes."),
        (std::vector<NixAddedRecord>, added, "added"),
        (std::vector<NixFieldRecord>, differences, "differences"),
        (std::vector<NixUnknownRecord>, unknown, "unknown"),
        (std::vector<NixRowNameRecord>, not_added, "notAdded", "Rows of which no other one shows how to write them."),
        (std::vector<NixRowNameRecord>, older, "older", "Rows of nixpkgs' newest file from before the checkout's first."),
        (std::vector<NixRowNameRecord>, kept, "kept", "Written as a row that changed, and now say what they said."),
        (std::vector<Said>, decisions, "decisions", "What people have to decide about the new rows."),
        (Maybe<std::string>, notes, "notes", "Markdown to paste; absent without --notes."))
};

}  // namespace cudastdenv::wire
