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

struct NixAddedRecord {
    std::string_view table;
    std::string row;
    Map<Scalar> fields_;
    std::vector<std::string_view> sources;

    static constexpr std::string_view title = "nixAdded";
    static constexpr std::string_view meaning = "A row that the checkout lacked.";
    static constexpr auto fields =
        pack_of(Field{"table", &NixAddedRecord::table, "nvcc or cuda."},
                Field{"row", &NixAddedRecord::row, "The release, or the capability."},
                Field{"fields", &NixAddedRecord::fields_, "What the row evaluates to, by attribute path."},
                Field{"sources", &NixAddedRecord::sources, "Ids of sources."});
};

struct NixFieldRecord {
    std::string_view table;
    ForeignText row;
    std::string field;
    Maybe<Scalar> there;
    Scalar here;
    nix::FieldDifference::State state;
    std::optional<std::size_t> line;
    std::vector<std::string_view> sources;

    static constexpr std::string_view title = "nixField";
    static constexpr std::string_view meaning = "A field that the checkout has otherwise.";
    static constexpr auto fields = pack_of(
        Field{"table", &NixFieldRecord::table, "nvcc or cuda."},
        Field{"row", &NixFieldRecord::row, "The release, or the capability."},
        Field{"field", &NixFieldRecord::field, "Its attribute path in the row."},
        Field{"there", &NixFieldRecord::there, "What it is there; absent: the row has no such field."},
        Field{"here", &NixFieldRecord::here, "What it should be."},
        Field{"state", &NixFieldRecord::state, "by-hand: to be mended, and written in a way that only a person can."},
        Field{"line", &NixFieldRecord::line, "Of the row, from 1; null: it is not written out."},
        Field{"sources", &NixFieldRecord::sources, "Ids of sources."});
};

struct NixUnknownRecord {
    std::string_view table;
    ForeignText row;
    std::optional<ForeignText> attribute;
    std::optional<std::size_t> line;

    static constexpr std::string_view title = "nixUnknown";
    static constexpr std::string_view meaning = "What nixpkgs' schema or the tables do not know. It is never removed.";
    static constexpr auto fields =
        pack_of(Field{"table", &NixUnknownRecord::table, "nvcc or cuda."}, Field{"row", &NixUnknownRecord::row},
                Field{"attribute", &NixUnknownRecord::attribute, "Its path in the row; null: the row itself."},
                Field{"line", &NixUnknownRecord::line, "Of the row, from 1; null: it is not written out."});
};

struct NixRowNameRecord {
    std::string_view table;
    std::string row;

    static constexpr std::string_view title = "nixRowName";
    static constexpr std::string_view meaning = "A row of a table.";
    static constexpr auto fields = pack_of(Field{"table", &NixRowNameRecord::table, "nvcc or cuda."},
                                           Field{"row", &NixRowNameRecord::row, "The release, or the capability."});
};

struct NixUpdateRecord {
    SchemaVersion schema;
    ForeignText folder;
    NixFilesRecord files;
    bool settled;
    bool changes;
    bool written;
    std::vector<NixAddedRecord> added;
    std::vector<NixFieldRecord> differences;
    std::vector<NixUnknownRecord> unknown;
    std::vector<NixRowNameRecord> not_added;
    std::vector<NixRowNameRecord> older;
    std::vector<NixRowNameRecord> kept;
    std::vector<SaidRecord> decisions;
    Maybe<std::string> notes;

    static constexpr std::string_view title = "nixUpdate";
    static constexpr std::string_view meaning = "What is changed in a checkout of nixpkgs, and what is left.";
    static constexpr auto fields = pack_of(
        Field{"schemaVersion", &NixUpdateRecord::schema}, Field{"folder", &NixUpdateRecord::folder},
        Field{"files", &NixUpdateRecord::files},
        Field{"settled", &NixUpdateRecord::settled, "Afterwards the checkout says what the tables say."},
        Field{"changes", &NixUpdateRecord::changes, "A file is changed, or would be."},
        Field{"written", &NixUpdateRecord::written, "False with --dry-run, or where nothing changes."},
        Field{"added", &NixUpdateRecord::added}, Field{"differences", &NixUpdateRecord::differences},
        Field{"unknown", &NixUpdateRecord::unknown},
        Field{"notAdded", &NixUpdateRecord::not_added, "Rows of which no other one shows how to write them."},
        Field{"older", &NixUpdateRecord::older, "Rows of nixpkgs' newest file from before the checkout's first."},
        Field{"kept", &NixUpdateRecord::kept, "Written as a row that changed, and now say what they said."},
        Field{"decisions", &NixUpdateRecord::decisions, "What people have to decide about the new rows."},
        Field{"notes", &NixUpdateRecord::notes, "Markdown to paste; absent without --notes."});
};

}  // namespace cudastdenv::wire
