// SPDX-License-Identifier: MIT
#pragma once

/// The rows of nixpkgs' two tables: as our tables have them, and field by field as a checkout's layout names them.
/// `nix diff` prints the comparison of the two, `nix update` edits the differences away, `nix audit` judges a checkout.

#include "resolve/resolve.hpp"
#include "tables/shape.hpp"

namespace cudastdenv::nix {

/// `"a \${b}"`: a string literal that evaluates to `text`, which must not contain NUL.
[[nodiscard]] std::string quoted(std::string_view text);

/// A name on the left of `=`, in quotes if Nix requires them.
[[nodiscard]] std::string attribute_name(std::string_view name);

// A field is one line.
// clang-format off

/// The majors of one compiler family in a row of `nvccCompatibilities`; both ends are included, as in nixpkgs' code.
struct NvccMajors {
    CUDASTDENV_RECORD("majors", "The range of major versions in nvcc.nix.",
        (int, min, "minMajorVersion", "Inclusive."),
        (int, max, "maxMajorVersion", "Inclusive."))
    Policy view = Policy::nixpkgs;          ///< the source of the upper bound
    std::optional<Version> min_from = {};   ///< the release whose documented lower bound this is, if not the row's own
    SourceIds sources = {};
};

struct NvccRow {
    CUDASTDENV_RECORD("nvccRow", "A row of nvcc.nix.",
        (NvccMajors, gcc, "gcc"),
        (NvccMajors, clang, "clang"),
        (Maybe<Policy>, view, "view", "The policy of the tables' range; absent in the checkout's row."))
    Version release = {};  ///< two numbers
};

/// A row of `cudaCapabilityToInfo`. Bounds are releases of two numbers, included. With 0.0 it is never built by
/// default.
struct CudaRow {
    CUDASTDENV_RECORD("cudaRow", "A row of cuda.nix.",
        (std::string, architecture, "archName", "Name of the architecture."),
        (std::optional<bool>, jetson, "isJetson", "Null where that file does not state it."),
        (Version, min, "minCudaMajorMinorVersion", "First release, inclusive."),
        (std::optional<Version>, max, "maxCudaMajorMinorVersion", "Last release, inclusive; null where none."),
        (std::optional<Version>, dont_default_after, "dontDefaultAfterCudaMajorMinorVersion", "Last release that builds it by default, inclusive; null where none."))
    Capability capability = {};
    bool in_nixpkgs = true;  ///< false: derived from the releases whose nvcc supports the capability
    SourceIds sources = {};
};

// clang-format on

using NixRow = std::variant<NvccRow, CudaRow>;

enum class NvccExtent {
    exact,  ///< only the rows of nixpkgs' newest file
    ever,   ///< the rows of any file that nixpkgs ever had
    usual   ///< every release: a row that nixpkgs lacks comes from the next view that has it
};

/// The newest public release of each minor release, oldest first.
[[nodiscard]] std::vector<const Release*> newest_patches(const Tables& tables);

/// `cudaPackages_12_8`
[[nodiscard]] inline std::string package_set_name(Version release) {
    return "cudaPackages_" + std::to_string(release.major) + '_' + std::to_string(release.minor);
}

/// A variant of nixpkgs for one capability.
struct Variant {
    Capability capability;
    std::vector<Version> releases;         ///< that can build it; two numbers, oldest first
    std::vector<std::string_view> sets{};  ///< the channel's package sets that can: `cudaPackages_12_8`
    std::string use{};                     ///< `pkgsForCudaArch.sm_100.cudaPackages_12_8.pkgs`; empty: no set can
};

/// One row for each minor release, oldest first. `policy`: whose ranges. nixpkgs' ranges are unchanged; those of
/// another view never widen the enforced range.
[[nodiscard]] std::vector<NvccRow> nvcc_rows(const Tables& tables, Policy policy, NvccExtent extent);

/// nixpkgs' rows, sorted by capability; with `all`, also the capabilities that only nvcc has. Both build the same by
/// default.
[[nodiscard]] std::vector<CudaRow> cuda_rows(const Tables& tables, bool all);

enum class Table : std::uint8_t { nvcc, cuda };
/// `nvcc`, `cuda`
[[nodiscard]] constexpr std::string_view to_string(Table table) noexcept {
    return table == Table::nvcc ? "nvcc" : "cuda";
}

/// The name of its attribute: `nvccCompatibilities`.
[[nodiscard]] inline std::string_view name_of(Table table) noexcept {
    return table == Table::nvcc ? "nvccCompatibilities" : "cudaCapabilityToInfo";
}

/// The possible paths of a table in every layout that nixpkgs has had, most likely first. The root may be a checkout or
/// a directory between it and the table.
[[nodiscard]] std::vector<std::string> places_of(Table table);

/// The files `lib.nix` and `table.nix`, embedded at build time.
namespace programs {
extern const std::string_view lib, table;
}

/// Nix code that evaluates to the table's rows as plain data, with their lines. `path`: one of places_of(), relative to
/// `checkout`. `own_lib`: use the checkout's lib instead of our small one.
[[nodiscard]] std::string expression_for(Table table, std::string_view path, bool own_lib);

/// A value of another type than our fields have, as JSON.
struct ForeignValue {
    std::string json;
    friend bool operator==(const ForeignValue&, const ForeignValue&) = default;
};
/// The field of a row of gpus.nix with its capability.
inline constexpr std::string_view capability_in_list = "computeCapability";

using FieldValue = std::variant<std::nullptr_t, bool, std::string, ForeignValue>;

/// As Nix code; a foreign value is null.
[[nodiscard]] std::string literal(const FieldValue& value);

/// The content of a row in any layout, in the order of comparison.
enum class Column : std::uint8_t {
    gcc_min,
    gcc_max,
    clang_min,
    clang_max,
    architecture,
    capability,
    min,
    max,
    last_default,
    jetson,
    architecture_specific,
    family_specific
};
struct ColumnInfo {
    enum class Kind : std::uint8_t { major, release, release_or_null, truth, text };
    Kind kind;
    std::string_view name;   ///< an attribute path: `gcc.maxMajorVersion`
    std::string_view older;  ///< its name in the flat nvcc.nix and in the list of gpus.nix; empty: they lack it
    std::string_view label;  ///< for messages
    bool is_late = false;    ///< older files of the same layout lack it
};
[[nodiscard]] const ColumnInfo& about(Column column) noexcept;
/// The names of fields in all layouts.
[[nodiscard]] std::vector<std::string_view> field_names();

/// For messages: `"14"`, null, `a list`.
[[nodiscard]] std::string shown(const FieldValue& value);
/// For messages: `a major version like "14"`.
[[nodiscard]] std::string_view wanted_value(ColumnInfo::Kind kind) noexcept;
/// The value without leading zeros, which Nix ignores; empty: a value of another kind.
[[nodiscard]] std::optional<FieldValue> plain_value(ColumnInfo::Kind kind, const FieldValue& value);
[[nodiscard]] inline FieldValue field_value(const std::optional<Version>& release) {
    return release ? FieldValue(to_string(*release)) : FieldValue(nullptr);
}
/// Both require plain values. Empty: null.
[[nodiscard]] inline std::optional<Version> release_in(const FieldValue& value) {
    const std::string* text = std::get_if<std::string>(&value);
    return text ? parse_version(*text) : std::nullopt;
}
[[nodiscard]] inline int major_in(const FieldValue& value) { return std::stoi(std::get<std::string>(value)); }
/// For JSON. A plain major is a number.
[[nodiscard]] Scalar scalar_of(const FieldValue& value, std::optional<Column> column = {});

/// A field of a row. `path`: its attribute path in the row, `gcc.maxMajorVersion`, quoted where Nix requires it.
struct RowField {
    std::string path;
    FieldValue value;
    std::optional<int> line{};  ///< in the file, from 1; empty: unknown to Nix
};

/// A row with the fields that it evaluates to. A value that is not a set is one field with an empty path.
struct Row {
    std::string key;  ///< its release or capability; empty: an element of a list without one
    std::vector<RowField> fields;
    std::optional<int> line{};

    [[nodiscard]] const RowField* find_field(std::string_view path) const noexcept {
        return path.empty() ? nullptr : find_in(fields, path, &RowField::path);
    }
    /// Null if the row lacks the field.
    [[nodiscard]] const FieldValue* find(std::string_view path) const noexcept {
        const RowField* field = find_field(path);
        return field ? &field->value : nullptr;
    }
    /// The plain value of a column in any layout. Empty: missing, or of another kind.
    [[nodiscard]] std::optional<FieldValue> value(Column column) const;
    [[nodiscard]] bool is_set() const noexcept { return fields.size() != 1 || !fields.front().path.empty(); }
};

/// The columns of a checkout's table, and their names there.
class Layout {
public:
    Layout(Table table, std::span<const Row> rows);

    /// Empty: the layout lacks the column.
    [[nodiscard]] std::string_view name(Column column) const noexcept {
        return is_older_ ? about(column).older : about(column).name;
    }
    /// Whether any row has it.
    [[nodiscard]] bool is_in_use(Column column) const noexcept { return contains(in_use_, column); }
    /// The columns that each row should have.
    [[nodiscard]] std::vector<Column> columns() const {
        std::vector<Column> columns;
        for (const Column column : all_)
            if (!is_older_ || !about(column).is_late || is_in_use(column)) columns.push_back(column);
        return columns;
    }
    [[nodiscard]] std::optional<Column> find(std::string_view path) const noexcept {
        const Column* found = find_in(all_, path, [&](Column column) { return name(column); });
        return found ? std::optional(*found) : std::nullopt;
    }
    /// Whether `path` is a set that contains a column.
    [[nodiscard]] bool is_outer(std::string_view path) const {
        return std::ranges::any_of(all_,
                                   [&](Column column) { return name(column).starts_with(std::string(path) + '.'); });
    }
    [[nodiscard]] Table table() const noexcept { return table_; }
    [[nodiscard]] bool is_older() const noexcept { return is_older_; }

private:
    Table table_;
    bool is_older_ = false;
    std::vector<Column> all_;
    std::vector<Column> in_use_;
};

/// Whether a text can be the key of a row, and the order of such keys.
[[nodiscard]] bool is_key(Table table, std::string_view text) noexcept;
[[nodiscard]] bool is_key_before(Table table, std::string_view left, std::string_view right) noexcept;
inline void sort_rows(Table table, std::vector<Row>& rows) {
    std::ranges::stable_sort(rows, [&](const Row& a, const Row& b) { return is_key_before(table, a.key, b.key); });
}

/// Whether the field is what nixpkgs assumes for a row without it.
[[nodiscard]] bool is_default(const Row& row, const RowField& field);

/// Reads the result of expression_for(), in the order of the file, or of the names. Throws DataError with `file` if it
/// is not a table.
[[nodiscard]] std::vector<Row> read_rows(Table table, const std::filesystem::path& file, std::string_view json);
/// Throws DataError if a row does not have the layout. Extra attributes and leading zeros are accepted.
void check_rows(const Layout& layout, const std::filesystem::path& file, std::span<const Row> rows);

/// A row of our tables in a checkout's layout.
struct WantedRow {
    Row row;
    NixRow ours;
    Version since;  ///< two numbers: the release of the row, or the first one here that builds the capability
    Version first;  ///< the same according to nvcc
    /// Whether nixpkgs' newest file has it; otherwise nixpkgs dropped it, left it out, or does not have it yet.
    enum class Standing { in_newest_file, given_up, left_out, new_to_nixpkgs };
    Standing standing = Standing::in_newest_file;
    SourceIds sources;
    SourceIds clang_sources{};           ///< of the fields about Clang
    std::vector<std::string> comment{};  ///< lines for a new row: NVIDIA's pages about it
};

/// Adds those ids that are missing.
inline void add_new(SourceIds more, std::vector<std::string_view>& ids) {
    for (const std::string_view id : more)
        if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
}

/// The rows that a checkout of that layout should have. `policy`: whose bounds.
[[nodiscard]] std::vector<WantedRow> wanted_rows(const Tables& tables, const Layout& layout, Policy policy,
                                                 NvccExtent extent = NvccExtent::usual);

/// A field with another value in a checkout, a missing one, or an extra one.
struct FieldDifference {
    std::string path;                 ///< the checkout's name for it
    std::optional<Column> column;     ///< empty: no row should have it
    std::optional<FieldValue> there;  ///< empty: the row lacks the field
    std::optional<FieldValue> here;   ///< empty: unknown

    /// `there` as plain_value() returns it.
    [[nodiscard]] std::optional<FieldValue> plain() const {
        return column && there ? plain_value(about(*column).kind, *there) : std::nullopt;
    }
};
/// In the order of the columns, then extra fields. For a column that `here` lacks, only the form is checked.
[[nodiscard]] std::vector<FieldDifference> differences_of(const Layout& layout, const Row& there, const Row& here);

/// The row of a key on both sides; null: missing there.
struct RowPair {
    const WantedRow* here = nullptr;
    const Row* there = nullptr;
    std::vector<FieldDifference> differences{};
};
/// Both lists are sorted. The second row of a key is missing in `here`.
[[nodiscard]] std::vector<RowPair> side_by_side(const Layout& layout, std::span<const WantedRow> here,
                                                std::span<const Row> there);

}  // namespace cudastdenv::nix
