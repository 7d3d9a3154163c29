// SPDX-License-Identifier: MIT
#pragma once

/// Checkouts that agree with NVIDIA, in each layout, and the effect of bounds, counted compiler by compiler.

#include "builtin.hpp"
#include "nix/audit.hpp"

#include "core/versions.hpp"
#include "nix/rows.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/json_tree.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cudastdenv::nix {

inline constexpr int newest_major = 40;  // newer than any compiler
inline constexpr std::array families{Family::gcc, Family::clang};

/// A layout's names of its fields.
struct Naming {
    bool is_nested = true;
    bool is_list = false;

    [[nodiscard]] Json::json_pointer major(Version release, Family family, bool is_max) const {
        const std::string name = is_nested ? (is_max ? "/maxMajorVersion" : "/minMajorVersion")
                                           : (is_max ? "MaxMajorVersion" : "MinMajorVersion");
        return Json::json_pointer('/' + to_string(release) + '/' + std::string(to_string(family)) + name);
    }
    [[nodiscard]] const char* min() const { return is_list ? "minCudaVersion" : "minCudaMajorMinorVersion"; }
    [[nodiscard]] const char* max() const { return is_list ? "maxCudaVersion" : "maxCudaMajorMinorVersion"; }
    [[nodiscard]] const char* last_default() const {
        return is_list ? "dontDefaultAfter" : "dontDefaultAfterCudaMajorMinorVersion";
    }
    [[nodiscard]] const char* capability() const { return is_list ? "computeCapability" : "cudaCapability"; }
};

inline std::vector<Version> minors() {
    std::vector<Version> all;
    for (const Release* release : newest_patches(tables)) all.push_back(minor_of(release->version));
    return all;
}

/// NVIDIA's range of a family in each public patch release of a minor one, if it has one.
inline std::vector<HostRange> views_of(Version minor, Family family, AuditPolicy policy) {
    std::vector<HostRange> views;
    for (const Release& release : tables.releases) {
        if (release.preview || minor_of(release.version) != minor) continue;
        const Policy view = policy == AuditPolicy::enforced ? Policy::enforced : Policy::documented;
        if (const auto& range = view_of(*find_host_compilers(tables, family, release.version), view))
            views.push_back(*range);
    }
    return views;
}

/// The errors of a pair of bounds, counted: majors that are allowed but refused in some patch release, or refused but
/// supported in all.
inline std::set<AuditSeverity> counted_out(Version minor, Family family, AuditPolicy policy, int min, int max) {
    std::set<AuditSeverity> wrong;
    const std::vector<HostRange> views = views_of(minor, family, policy);
    if (views.empty()) return wrong;
    const bool min_is_known = std::ranges::any_of(views, [](const HostRange& view) { return view.min.has_value(); });
    for (int major = 1; major <= newest_major; ++major) {
        const auto takes = [&](const HostRange& view) {
            return major <= view.max && (!view.min || *view.min <= major);
        };
        const bool in_all = std::ranges::all_of(views, takes);
        if (!min_is_known && major < min) continue;
        if (min <= major && major <= max && !in_all) wrong.insert(AuditSeverity::breaks_a_build);
        const bool is_refused = major > max || (major < min && policy == AuditPolicy::documented);
        if (is_refused && in_all) wrong.insert(AuditSeverity::forbids_what_works);
    }
    return wrong;
}

/// The bounds that are right for each patch release.
inline MajorRange right_majors(Version minor, Family family, AuditPolicy policy) {
    std::vector<HostRange> views = views_of(minor, family, policy);
    if (views.empty()) views = views_of(minor, family, AuditPolicy::enforced);
    MajorRange right{1, newest_major};
    for (const HostRange& view : views) {
        right.max = std::min(*right.max, view.max);
        if (view.min) right.min = view.min;
    }
    return right;
}

struct Files {
    Json nvcc = Json::object();
    Json cuda;
};

inline Json text_or_null(const std::optional<Version>& version) {
    return version ? Json(to_string(*version)) : Json(nullptr);
}

/// All of NVIDIA's values, in a layout.
inline Files right_files(const Naming& naming, AuditPolicy policy) {
    Files files;
    for (const Version minor : minors())
        for (const Family family : families) {
            const MajorRange right = right_majors(minor, family, policy);
            files.nvcc[naming.major(minor, family, false)] = std::to_string(*right.min);
            files.nvcc[naming.major(minor, family, true)] = std::to_string(*right.max);
        }
    files.cuda = naming.is_list ? Json::array() : Json::object();
    for (const CapabilityRow& row : tables.capabilities) {
        Json set{{"archName", row.architecture},
                 {naming.capability(), to_string(row.capability)},
                 {naming.min(), to_string(row.nvcc.first)},
                 {naming.max(), text_or_null(row.nvcc.last)},
                 {naming.last_default(), nullptr},
                 {"isJetson", row.jetson}};
        if (naming.is_list) {
            files.cuda.push_back(set);
            continue;
        }
        set["isArchitectureSpecific"] = row.capability.kind == Capability::Kind::architecture;
        set["isFamilySpecific"] = row.capability.kind == Capability::Kind::family;
        files.cuda[to_string(row.capability)] = set;
    }
    return files;
}

inline Audit audited(const Files& files, AuditPolicy policy) {
    const auto rows = [](Table table, const Json& there) {
        return read_rows(table, "x.nix", Json{{"rows", there}, {"lines", nullptr}}.dump());
    };
    AuditedCheckout checkout;
    checkout.nvcc.rows = rows(Table::nvcc, files.nvcc);
    checkout.cuda.rows = rows(Table::cuda, files.cuda);
    return audit(tables, policy, checkout);
}

}  // namespace cudastdenv::nix
