// SPDX-License-Identifier: MIT
#include "checkout/checkout.hpp"

#include "checkout/evaluated_json.hpp"
#include "checkout/plain_numbers.hpp"

#include <cudastdenv/load.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <initializer_list>

namespace cudastdenv::nix {

namespace {

using nlohmann::json;

/// A place in the JSON that a file evaluated to, which can say what is wrong there.
class Node {
public:
    Node(const std::filesystem::path& file, std::string pointer, const json& value)
        : file_(file), pointer_(std::move(pointer)), value_(value) {}

    [[noreturn]] void fail(const std::string& problem) const { throw DataError(file_, pointer_, problem); }

    /// The same place as a row, whose oddities are collected there.
    [[nodiscard]] Node as_row(std::vector<Oddity>& oddities) const {
        Node row = *this;
        row.oddities_ = &oddities;
        return row;
    }

    [[nodiscard]] bool has(const char* key) const { return value_.contains(key); }
    [[nodiscard]] Node at(const char* key) const {
        need(value_.is_object(), "an attribute set");
        const auto found = value_.find(key);
        if (found == value_.end()) fail(std::string("attribute '") + key + "' is missing");
        Node child(file_, pointer_ + '/' + key, *found);
        child.attribute_ = attribute_of(key);
        child.oddities_ = oddities_;
        return child;
    }
    template <class Visit>
    void for_each_attribute(Visit visit) const {
        need(value_.is_object(), "an attribute set");
        for (const auto& [key, child] : value_.items()) visit(key, Node(file_, pointer_ + '/' + key, child));
    }
    template <class Visit>
    void for_each_element(Visit visit) const {
        std::size_t i = 0;
        for (const json& child : value_) visit(Node(file_, pointer_ + '/' + std::to_string(i++), child));
    }
    /// Collects the attributes that are none of these.
    void note_extra(std::initializer_list<std::string_view> known) const {
        need(value_.is_object(), "an attribute set");
        for (const auto& [key, child] : value_.items())
            if (std::ranges::find(known, key) == known.end()) oddities_->push_back(ExtraAttribute{attribute_of(key)});
    }

    [[nodiscard]] std::string text() const {
        need(value_.is_string(), "a string");
        return value_.get<std::string>();
    }
    [[nodiscard]] bool truth() const {
        need(value_.is_boolean(), "true or false");
        return value_.get<bool>();
    }
    /// A major version: nixpkgs writes `"14"`.
    [[nodiscard]] int major() const {
        const std::string digits = text();
        int number = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error != std::errc() || end != digits.data() + digits.size() || number < 0)
            fail("not a major version like \"14\"");
        if (digits != std::to_string(number)) oddities_->push_back(OddSpelling{attribute_, digits});
        return number;
    }
    [[nodiscard]] Version release() const {
        const std::string name = text();
        const std::string plain = without_leading_zeros(name);
        if (plain != name) oddities_->push_back(OddSpelling{attribute_, name});
        return release_of(plain);
    }
    [[nodiscard]] std::optional<Version> optional_release() const {
        if (value_.is_null()) return std::nullopt;
        return release();
    }
    [[nodiscard]] Version release_of(const std::string& name) const {
        const std::optional<Version> version = parse_version(name);
        if (!version || version->patch != -1) fail("not a release like \"12.8\"");
        return *version;
    }
    [[nodiscard]] Capability capability_of(const std::string& name) const {
        const std::optional<Capability> capability = parse_capability(name);
        if (!capability || to_string(*capability) != name) fail("not a capability like \"9.0a\"");
        return *capability;
    }

private:
    void need(bool right, const char* what) const {
        if (!right) fail(std::string("is ") + value_.type_name() + ", not " + what);
    }

    [[nodiscard]] std::string attribute_of(const std::string& key) const {
        return attribute_.empty() ? key : attribute_ + '.' + key;
    }

    const std::filesystem::path& file_;
    std::string pointer_;
    const json& value_;
    std::string attribute_;                    ///< path in the row
    std::vector<Oddity>* oddities_ = nullptr;  ///< of the row
};

MajorRange nested_majors(const Node& family) {
    family.note_extra({"minMajorVersion", "maxMajorVersion"});
    return {family.at("minMajorVersion").major(), family.at("maxMajorVersion").major()};
}

/// Both the nested schema and the flat one before it.
FoundNvccRow read_nvcc_row(Version release, const Node& place) {
    FoundNvccRow found{.release = release};
    const Node row = place.as_row(found.oddities);
    if (!row.has("gccMaxMajorVersion") && !row.has("clangMaxMajorVersion")) {
        found.gcc = nested_majors(row.at("gcc"));
        found.clang = nested_majors(row.at("clang"));
        row.note_extra({"gcc", "clang"});
        return found;
    }
    found.gcc = {row.at("gccMinMajorVersion").major(), row.at("gccMaxMajorVersion").major()};
    found.clang = {row.at("clangMinMajorVersion").major(), row.at("clangMaxMajorVersion").major()};
    row.note_extra({"gccMinMajorVersion", "gccMaxMajorVersion", "clangMinMajorVersion", "clangMaxMajorVersion"});
    return found;
}

FoundCudaRow read_cuda_row(const std::string& key, const Node& place) {
    FoundCudaRow found{.capability = place.capability_of(key),
                       .architecture = place.at("archName").text(),
                       .has_dont_default_after = true};
    const Node row = place.as_row(found.oddities);
    found.min = row.at("minCudaMajorMinorVersion").release();
    found.max = row.at("maxCudaMajorMinorVersion").optional_release();
    found.dont_default_after = row.at("dontDefaultAfterCudaMajorMinorVersion").optional_release();
    found.jetson = row.at("isJetson").truth();
    found.architecture_specific = row.at("isArchitectureSpecific").truth();
    found.family_specific = row.at("isFamilySpecific").truth();
    if (row.at("cudaCapability").text() != key) row.at("cudaCapability").fail("is not the row's own capability");
    row.note_extra({"archName", "cudaCapability", "minCudaMajorMinorVersion", "maxCudaMajorMinorVersion",
                    "dontDefaultAfterCudaMajorMinorVersion", "isJetson", "isArchitectureSpecific", "isFamilySpecific"});
    return found;
}

/// A row of the list that was in gpus.nix.
FoundCudaRow read_gpu(const Node& place) {
    const Node capability = place.at("computeCapability");
    FoundCudaRow found{.capability = capability.capability_of(capability.text()),
                       .architecture = place.at("archName").text()};
    const Node row = place.as_row(found.oddities);
    found.min = row.at("minCudaVersion").release();
    found.max = row.at("maxCudaVersion").optional_release();
    if (row.has("isJetson")) found.jetson = row.at("isJetson").truth();
    found.has_dont_default_after = row.has("dontDefaultAfter");
    if (found.has_dont_default_after) found.dont_default_after = row.at("dontDefaultAfter").optional_release();
    row.note_extra(
        {"archName", "computeCapability", "minCudaVersion", "maxCudaVersion", "isJetson", "dontDefaultAfter"});
    return found;
}

}  // namespace

json parse_evaluated(const std::filesystem::path& file, std::string_view text) {
    json root = json::parse(text, nullptr, false);
    if (root.is_discarded()) throw DataError(file, "", "Nix printed something that is not JSON");
    return root;
}

std::vector<FoundNvccRow> read_nvcc_rows(const std::filesystem::path& file, std::string_view text) {
    const json root = parse_evaluated(file, text);
    std::vector<FoundNvccRow> rows;
    Node(file, "", root).for_each_attribute([&](const std::string& key, const Node& row) {
        rows.push_back(read_nvcc_row(row.release_of(key), row));
    });
    std::ranges::sort(rows, {}, &FoundNvccRow::release);
    return rows;
}

std::vector<FoundCudaRow> read_cuda_rows(const std::filesystem::path& file, std::string_view text) {
    const json root = parse_evaluated(file, text);
    const Node table(file, "", root);
    std::vector<FoundCudaRow> rows;
    const auto add = [&](const std::string& key, const Node& row) { rows.push_back(read_cuda_row(key, row)); };
    if (root.is_array()) table.for_each_element([&](const Node& row) { rows.push_back(read_gpu(row)); });
    else table.for_each_attribute(add);
    std::ranges::sort(rows, {}, &FoundCudaRow::capability);
    const auto twice = std::ranges::adjacent_find(rows, {}, &FoundCudaRow::capability);
    if (twice != rows.end()) table.fail("capability " + to_string(twice->capability) + " twice");
    return rows;
}

}  // namespace cudastdenv::nix
