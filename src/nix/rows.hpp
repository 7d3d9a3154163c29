// SPDX-License-Identifier: MIT
#pragma once

/// The rows of nixpkgs' two tables: as our tables have them, and field by field as a checkout's layout names them.
/// `nix diff` prints the comparison of the two, `nix update` edits the differences away, `nix audit` judges a checkout.

#include "resolve/resolve.hpp"
#include "tables/shape.hpp"

#include <filesystem>
#include <variant>

namespace cudastdenv::nix {

/// `"a \${b}"`: a string literal that evaluates to exactly `text`, which holds no NUL.
[[nodiscard]] std::string quoted(std::string_view text);

/// A name on the left of `=`: as it is where Nix reads it as a name, else quoted.
[[nodiscard]] std::string attribute_name(std::string_view name);

// A field is one line.
// clang-format off

/// A family's majors in a row of `nvccCompatibilities`; closed at both ends, as nixpkgs' code treats them.
struct NvccMajors {
    CUDASTDENV_RECORD("majors", "The major versions of a compiler, as nvcc.nix has them.",
        (int, min, "minMajorVersion", "Included."),
        (int, max, "maxMajorVersion", "Included."))
    Policy view = Policy::nixpkgs;          ///< where the upper bound comes from
    std::optional<Version> min_from = {};   ///< the release whose documented lower bound this is, if not the row's own
    SourceIds sources = {};
};

struct NvccRow {
    CUDASTDENV_RECORD("nvccRow", "A row of nvcc.nix.",
        (NvccMajors, gcc, "gcc"),
        (NvccMajors, clang, "clang"),
        (Maybe<Policy>, view, "view", "Whose range ours is; absent in theirs."))
    Version release = {};  ///< two numbers
};

/// A row of `cudaCapabilityToInfo`. Bounds are releases of two numbers, included. After 0.0 it is never built by default.
struct CudaRow {
    CUDASTDENV_RECORD("cudaRow", "A row of cuda.nix.",
        (std::string, architecture, "archName", "The architecture's name."),
        (std::optional<bool>, jetson, "isJetson", "Null: that file does not say."),
        (Version, min, "minCudaMajorMinorVersion", "The first release, included."),
        (std::optional<Version>, max, "maxCudaMajorMinorVersion", "The last release, included; null: none."),
        (std::optional<Version>, dont_default_after, "dontDefaultAfterCudaMajorMinorVersion", "The last release that builds for it by default; null: none."))
    Capability capability = {};
    bool in_nixpkgs = true;  ///< else it follows from the releases in which nvcc takes the capability
    SourceIds sources = {};
};

// clang-format on

using NixRow = std::variant<NvccRow, CudaRow>;

enum class NvccExtent {
    exact,  ///< the rows of nixpkgs' newest file, no other
    ever,   ///< the rows of any file that nixpkgs has had
    usual   ///< every release: what nixpkgs has not (yet) is filled in from the next view that has it
};

/// The newest public release of each minor release, oldest first.
[[nodiscard]] std::vector<const Release*> newest_patches(const Tables& tables);

/// `cudaPackages_12_8`
[[nodiscard]] std::string package_set_name(Version release);

/// A variant of nixpkgs for one capability.
struct Variant {
    Capability capability;
    std::vector<Version> releases;         ///< that can build it; two numbers, oldest first
    std::vector<std::string_view> sets{};  ///< the channel's package sets that can: `cudaPackages_12_8`
    std::string use{};                     ///< `pkgsForCudaArch.sm_100.cudaPackages_12_8.pkgs`; empty: no set can
};

/// One row for each minor release, oldest first. `policy` says whose ranges; nixpkgs' own are repeated unchanged,
/// those of another view never widen the enforced range.
[[nodiscard]] std::vector<NvccRow> nvcc_rows(const Tables& tables, Policy policy, NvccExtent extent);

/// nixpkgs' rows, sorted by capability; with `all`, also the capabilities that only nvcc knows. What nixpkgs builds
/// without being asked is the same with them.
[[nodiscard]] std::vector<CudaRow> cuda_rows(const Tables& tables, bool all);

enum class Table : std::uint8_t { nvcc, cuda };
/// `nvcc`, `cuda`
[[nodiscard]] constexpr std::string_view to_string(Table table) noexcept {
    return table == Table::nvcc ? "nvcc" : "cuda";
}

/// The attribute that it is in a file: `nvccCompatibilities`.
[[nodiscard]] std::string_view name_of(Table table) noexcept;

/// Where a table may be in a folder that is a checkout or one of the folders on the way to the table, the likeliest
/// first: every layout that nixpkgs has had.
[[nodiscard]] std::vector<std::string> places_of(Table table);

/// The files `lib.nix` and `table.nix`, put into the library while it is built.
namespace programs {
extern const std::string_view lib, table;
}

/// Nix code that gives the table's rows as plain data, and where they are in the file. `path` is one of places_of(),
/// below `checkout`; `own_lib`: the checkout has nixpkgs' lib, which is then used instead of a small one of ours.
[[nodiscard]] std::string expression_for(Table table, std::string_view path, bool own_lib);

/// A value that no field of ours has, as JSON.
struct ForeignValue {
    std::string json;
    friend bool operator==(const ForeignValue&, const ForeignValue&) = default;
};
/// What says in a row of gpus.nix which capability it is about.
inline constexpr std::string_view capability_in_list = "computeCapability";

using FieldValue = std::variant<std::nullptr_t, bool, std::string, ForeignValue>;

/// As Nix code; another value than ours as null.
[[nodiscard]] std::string literal(const FieldValue& value);

/// What a row says, whatever a layout calls it. In this order it is compared.
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
    std::string_view older;  ///< the same in the flat nvcc.nix and in the list of gpus.nix; empty: they have none
    std::string_view label;  ///< in words
    bool is_late = false;    ///< older files of the same layout do without
};
[[nodiscard]] const ColumnInfo& about(Column column) noexcept;
/// The names that fields have, in any layout.
[[nodiscard]] std::vector<std::string_view> field_names();

/// `"14"`, null, `a list`: a value as it may stand in a line.
[[nodiscard]] std::string shown(const FieldValue& value);
/// What a column's values are: `a major version like "14"`.
[[nodiscard]] std::string_view wanted_value(ColumnInfo::Kind kind) noexcept;
/// The value without zeros in front, which Nix does not see; absent: no value of the kind.
[[nodiscard]] std::optional<FieldValue> plain_value(ColumnInfo::Kind kind, const FieldValue& value);
[[nodiscard]] inline FieldValue field_value(const std::optional<Version>& release) {
    return release ? FieldValue(to_string(*release)) : FieldValue(nullptr);
}
/// Of plain values; absent: null.
[[nodiscard]] std::optional<Version> release_in(const FieldValue& value);
[[nodiscard]] int major_in(const FieldValue& value);
/// For JSON. The plain value of a column of majors is a number.
[[nodiscard]] Scalar scalar_of(const FieldValue& value, std::optional<Column> column = {});

/// A field of a row. `path` is its attribute path in the row: `gcc.maxMajorVersion`; names that need quotes have them.
struct RowField {
    std::string path;
    FieldValue value;
    std::optional<int> line{};  ///< of the file, from 1; absent: Nix does not say
};

/// A row with the fields that it evaluates to. What is no attribute set is one field without a path.
struct Row {
    std::string key;  ///< its release, or its capability; empty: an element of a list that does not say it
    std::vector<RowField> fields;
    std::optional<int> line{};

    [[nodiscard]] const RowField* find_field(std::string_view path) const noexcept;
    /// Null where the row has no such field.
    [[nodiscard]] const FieldValue* find(std::string_view path) const noexcept;
    /// The plain value of a column, in whichever layout. Absent: missing, or no value of the kind.
    [[nodiscard]] std::optional<FieldValue> value(Column column) const;
    [[nodiscard]] bool is_set() const noexcept { return fields.size() != 1 || !fields.front().path.empty(); }
};

/// How a checkout's table calls its columns, and which of them it has.
class Layout {
public:
    Layout(Table table, std::span<const Row> rows);

    /// Empty: it has no such column.
    [[nodiscard]] std::string_view name(Column column) const noexcept;
    /// Whether any row has it.
    [[nodiscard]] bool is_in_use(Column column) const noexcept;
    /// The columns that each row should have.
    [[nodiscard]] std::vector<Column> columns() const;
    [[nodiscard]] std::optional<Column> find(std::string_view path) const noexcept;
    /// Whether a column is in the set of that path.
    [[nodiscard]] bool is_outer(std::string_view path) const;
    [[nodiscard]] Table table() const noexcept { return table_; }
    [[nodiscard]] bool is_older() const noexcept { return is_older_; }

private:
    Table table_;
    bool is_older_ = false;
    std::vector<Column> all_;
    std::vector<Column> in_use_;
};

/// Whether a text is what a row of the table can be called, and the order of such texts.
[[nodiscard]] bool is_key(Table table, std::string_view text) noexcept;
[[nodiscard]] bool is_key_before(Table table, std::string_view left, std::string_view right) noexcept;
void sort_rows(Table table, std::vector<Row>& rows);

/// Whether it goes without saying: what nixpkgs' functions and readers take a field for that a row does not have.
[[nodiscard]] bool is_default(const Row& row, const RowField& field);

/// Reads the JSON that expression_for() evaluates to; in the order of the file, or of the names. Throws DataError,
/// which names `file`, where it is no table.
[[nodiscard]] std::vector<Row> read_rows(Table table, const std::filesystem::path& file, std::string_view json);
/// Throws DataError where a row is not of the layout; attributes too many and zeros in front do not count.
void check_rows(const Layout& layout, const std::filesystem::path& file, std::span<const Row> rows);

/// A row as these tables would have it in a checkout.
struct WantedRow {
    Row row;
    NixRow ours;
    Version since;  ///< two numbers: the release that it is about, or the first one that builds the capability here
    Version first;  ///< likewise, by nvcc's own word
    /// Whether nixpkgs' newest file has it; nixpkgs gave up the others, left them out, or does not have them yet.
    enum class Standing { in_newest_file, given_up, left_out, new_to_nixpkgs };
    Standing standing = Standing::in_newest_file;
    SourceIds sources;
    SourceIds clang_sources{};           ///< of the fields about Clang
    std::vector<std::string> comment{};  ///< lines for a new row: where NVIDIA says so
};

/// Adds those ids that are not among the others.
inline void add_new(SourceIds more, std::vector<std::string_view>& ids) {
    for (const std::string_view id : more)
        if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
}

/// What the rows of a checkout of that layout should be. `policy` says whose bounds.
[[nodiscard]] std::vector<WantedRow> wanted_rows(const Tables& tables, const Layout& layout, Policy policy,
                                                 NvccExtent extent = NvccExtent::usual);

/// A field that a checkout has otherwise, not at all, or too much.
struct FieldDifference {
    std::string path;                 ///< as the checkout calls it
    std::optional<Column> column;     ///< absent: no row should have it
    std::optional<FieldValue> there;  ///< absent: the row has no such field
    std::optional<FieldValue> here;   ///< absent: nothing is known of it

    /// `there` as plain_value() has it.
    [[nodiscard]] std::optional<FieldValue> plain() const;
};
/// In the order of the columns, then what no row should have. Of a column that `here` has not, only the form counts.
[[nodiscard]] std::vector<FieldDifference> differences_of(const Layout& layout, const Row& there, const Row& here);

/// A row here and the same one there; null: it is missing.
struct RowPair {
    const WantedRow* here = nullptr;
    const Row* there = nullptr;
    std::vector<FieldDifference> differences{};
};
/// Both lists are sorted. A second row of one name is one that is missing here.
[[nodiscard]] std::vector<RowPair> side_by_side(const Layout& layout, std::span<const WantedRow> here,
                                                std::span<const Row> there);

}  // namespace cudastdenv::nix
