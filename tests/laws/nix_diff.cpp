// SPDX-License-Identifier: MIT
// A checkout that agrees with the tables, with one error at a time: in every row, in every field, in every layout. Each
// is found as a difference, or as unreadable.
#include "builtin.hpp"
#include "nix/update.hpp"
#include "tables/json_tree.hpp"

#include <cudastdenv/load.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace cudastdenv;
using namespace cudastdenv::nix;

namespace {

/// The values of a checkout's two files.
struct Checkout {
    Json nvcc;
    Json cuda;
};

Json json_of(const std::optional<Version>& version) { return version ? Json(to_string(*version)) : Json(nullptr); }

Json nested_nvcc(const std::vector<NvccRow>& rows) {
    Json table = Json::object();
    const auto majors = [](const NvccMajors& m) {
        return Json{{"minMajorVersion", std::to_string(m.min)}, {"maxMajorVersion", std::to_string(m.max)}};
    };
    for (const NvccRow& row : rows)
        table[to_string(row.release)] = {{"gcc", majors(row.gcc)}, {"clang", majors(row.clang)}};
    return table;
}

Json flat_nvcc(const std::vector<NvccRow>& rows) {
    Json table = Json::object();
    for (const NvccRow& row : rows)
        table[to_string(row.release)] = {{"gccMinMajorVersion", std::to_string(row.gcc.min)},
                                         {"gccMaxMajorVersion", std::to_string(row.gcc.max)},
                                         {"clangMinMajorVersion", std::to_string(row.clang.min)},
                                         {"clangMaxMajorVersion", std::to_string(row.clang.max)}};
    return table;
}

Json set_of_cuda(const std::vector<CudaRow>& rows) {
    Json table = Json::object();
    for (const CudaRow& row : rows)
        table[to_string(row.capability)] = {{"archName", row.architecture},
                                            {"cudaCapability", to_string(row.capability)},
                                            {"isJetson", *row.jetson},
                                            {"isArchitectureSpecific",
                                             row.capability.kind == Capability::Kind::architecture},
                                            {"isFamilySpecific", row.capability.kind == Capability::Kind::family},
                                            {"minCudaMajorMinorVersion", to_string(row.min)},
                                            {"maxCudaMajorMinorVersion", json_of(row.max)},
                                            {"dontDefaultAfterCudaMajorMinorVersion", json_of(row.dont_default_after)}};
    return table;
}

Json list_of_cuda(const std::vector<CudaRow>& rows) {
    Json table = Json::array();
    for (const CudaRow& row : rows)
        table.push_back({{"archName", row.architecture},
                         {"computeCapability", to_string(row.capability)},
                         {"isJetson", *row.jetson},
                         {"minCudaVersion", to_string(row.min)},
                         {"maxCudaVersion", json_of(row.max)},
                         {"dontDefaultAfter", json_of(row.dont_default_after)}});
    return table;
}

constexpr const char* odd_spelling = " (zeros in front)";

class Law {
public:
    Law() : nvcc_(nvcc_rows(tables_, Policy::nixpkgs, NvccExtent::ever)), listed_(cuda_rows(tables_, false)) {}

    [[nodiscard]] std::vector<Checkout> layouts() const {
        return {{nested_nvcc(nvcc_), set_of_cuda(listed_)}, {flat_nvcc(nvcc_), list_of_cuda(listed_)}};
    }

    /// Whether nothing is found.
    [[nodiscard]] bool same(const Checkout& checkout) const {
        Diff diff;
        for (const auto& [table, there] :
             {std::pair(Table::nvcc, &checkout.nvcc), std::pair(Table::cuda, &checkout.cuda)}) {
            const auto rows = read_rows(table, "x.nix", Json{{"rows", *there}, {"lines", nullptr}}.dump());
            check_rows(Layout(table, rows), "x.nix", rows);
            add_table(tables_, table, NvccExtent::ever, rows, diff);
        }
        return diff.same;
    }

    void seed(const Checkout& checkout, const std::string& what) {
        ++seeded;
        if (!sample_.takes_next()) return;
        bool found = true;
        try {
            found = !same(checkout);
        } catch (const DataError&) {
            ++unreadable;
            // A number with leading zeros is the same number, and the other rows must still be compared.
            CHECK_MESSAGE(!what.ends_with(odd_spelling), what);
        }
        CHECK_MESSAGE(found, what);
    }

    int seeded = 0;
    int unreadable = 0;

private:
    Sample sample_{5, 499};
    Tables tables_ = builtin_tables();
    std::vector<NvccRow> nvcc_;
    std::vector<CudaRow> listed_;
};

/// Wrong values in place of a right one.
std::vector<Json> wrong_values(const Json& right) {
    if (right.is_boolean()) return {!right.get<bool>(), nullptr, "true"};
    if (right.is_null()) return {"12.0", "10.0", false};
    const std::string text = right.get<std::string>();
    std::vector<Json> wrong{'0' + text, text + "0", "1" + text, text + ' ', ' ' + text, "", nullptr, 14, Json::array()};
    if (const auto version = parse_version(text)) {
        wrong.push_back(to_string(Version{version->major, version->minor + 1}));
        wrong.push_back(to_string(Version{version->major + 1, version->minor}));
        wrong.push_back(std::to_string(version->major) + ".0" + std::to_string(version->minor));
    } else if (text.find_first_not_of("0123456789") == text.npos) {
        wrong.push_back(std::to_string(std::stoi(text) + 1));
        wrong.push_back(std::to_string(std::stoi(text) - 1));
    }
    return wrong;
}

/// Whether both are the same number of a release or a compiler.
bool is_oddly_spelled(const std::string& key, const Json& right, const Json& wrong) {
    constexpr std::array parts{"CudaMajorMinor", "CudaVersion", "MajorVersion"};
    const bool is_number = std::ranges::any_of(parts, [&](const char* part) { return key.find(part) != key.npos; });
    if (!is_number || !right.is_string() || !wrong.is_string()) return false;
    std::string plain = wrong.get<std::string>();
    if (const auto dot = plain.find(".0"); dot != plain.npos && dot + 2 < plain.size()) plain.erase(dot + 1, 1);
    return plain.erase(0, plain.find_first_not_of('0')) == right.get<std::string>();
}

/// Seeds every error that an attribute set can have, including nested ones. `optional`: attributes that a layout may
/// omit.
void seed_set(const std::string& name, Json& set, const std::function<void(const std::string&)>& seed,
              const std::vector<std::string>& optional) {
    const Json right = set;
    for (const char* extra : {"note", "minMajor", "0"}) {
        set[extra] = "14";
        seed(name + '.' + extra + " added");
        set = right;
    }
    for (const auto& [key, value] : right.items()) {
        if (std::ranges::find(optional, key) == optional.end()) {
            set.erase(key);
            seed(name + '.' + key + " removed");
            set = right;
        }
        if (value.is_object()) {
            seed_set(name + '.' + key, set[key], seed, optional);
            continue;
        }
        for (const Json& wrong : wrong_values(value)) {
            if (wrong == value) continue;
            set[key] = wrong;
            seed(name + '.' + key + " = " + wrong.dump() + (is_oddly_spelled(key, value, wrong) ? odd_spelling : ""));
            set = right;
        }
    }
}

}  // namespace

TEST_CASE("finds an error in each row and field of a checkout") {
    Law law;
    const std::vector<std::string> optional{"isJetson", "dontDefaultAfter"};
    for (const Checkout& right : law.layouts()) {
        REQUIRE(law.same(right));
        Checkout checkout = right;
        const auto seed = [&](const std::string& what) { law.seed(checkout, what); };
        const bool is_list = right.cuda.is_array();
        bool is_oldest = true;
        for (const auto& [release, row] : right.nvcc.items()) {
            seed_set(release, checkout.nvcc[release], seed, {});
            checkout.nvcc.erase(release);
            // nixpkgs may drop its oldest rows.
            if (!is_oldest) seed(release + " removed");
            checkout.nvcc = right.nvcc;
            checkout.nvcc['0' + release] = row;
            seed(release + " twice");
            checkout.nvcc = right.nvcc;
            is_oldest = false;
        }
        for (const auto& [capability, row] : right.cuda.items()) {
            const Json::json_pointer at('/' + capability);
            seed_set(capability, checkout.cuda[at], seed, is_list ? optional : std::vector<std::string>{});
            checkout = right;
            if (is_list) checkout.cuda.erase(std::stoul(capability));
            else checkout.cuda.erase(capability);
            seed(capability + " removed");
            checkout = right;
            if (is_list) checkout.cuda.push_back(row);
            else checkout.cuda['0' + capability] = row;
            seed(capability + " twice");
            checkout = right;
        }
        for (const char* release : {"12.7", "99.9"}) {
            checkout.nvcc[release] = right.nvcc.back();
            seed(std::string(release) + " added");
            checkout = right;
        }
    }
    MESSAGE(law.seeded, " errors, ", law.unreadable, " of them cannot be read");
    CHECK(law.seeded > 3000);
    CHECK(law.unreadable < law.seeded);
}

TEST_CASE("unlisted capabilities leave nixpkgs' default builds unchanged") {
    const auto unasked = [&](bool all, Version release) {
        std::vector<Capability> capabilities;
        for (const CudaRow& row : cuda_rows(tables, all))
            if (VersionRange{row.min, row.max}.contains(release) && row.jetson == false &&
                row.capability.kind == Capability::Kind::baseline &&
                (!row.dont_default_after || release <= *row.dont_default_after))
                capabilities.push_back(row.capability);
        return capabilities;
    };
    for (const Release* release : newest_patches(tables)) {
        const Version minor{release->version.major, release->version.minor};
        CAPTURE(to_string(minor));
        CHECK(unasked(true, minor) == unasked(false, minor));
    }
}
