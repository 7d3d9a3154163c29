// SPDX-License-Identifier: MIT
#include "tables/fields.hpp"

#include <cudastdenv/tables.hpp>

#include <functional>

namespace cudastdenv {

constinit const std::span<const TableMember> table_values = values_of<Tables>;
constinit const std::span<const TableMember> table_lists = lists_of<Tables>;

std::set<std::string_view> cited_sources(const Tables& tables) {
    std::set<std::string_view> cited;
    for (const TableMember& list : table_lists)
        for_each_value_in(value_in(tables, list), [&](std::string_view key, AnyValue value) {
            const auto* ids = key == "sources" ? value.as<SourceIds>() : nullptr;
            if (ids) cited.insert(ids->begin(), ids->end());
        });
    return cited;
}

Place place_of(const Tables& tables, const void* row) {
    const auto* here = static_cast<const std::byte*>(row);
    for (const TableMember& list : table_lists) {
        const Elements rows = list.field.shape->elements(value_in(tables, list).data);
        const std::byte* end = rows.first + rows.count * rows.shape->size;
        if (std::less_equal<>()(rows.first, here) && std::less<>()(here, end)) {
            const std::size_t index = static_cast<std::size_t>(here - rows.first) / rows.shape->size;
            return {list.file, "/" + std::string(list.field.key) + "/" + std::to_string(index)};
        }
    }
    return {};
}

std::vector<const TableMember*> members_of(std::string_view file) {
    std::vector<const TableMember*> members;
    for (const TableMember& value : table_values)
        if (value.file == file) members.push_back(&value);
    for (const TableMember& list : table_lists)
        if (list.file == file) members.push_back(&list);
    return members;
}

std::string_view to_string(AdvisoryRow::Severity severity) noexcept {
    switch (severity) {
        case AdvisoryRow::Severity::broken: return "broken";
        case AdvisoryRow::Severity::caution: return "caution";
        case AdvisoryRow::Severity::note: return "note";
    }
    return "";
}

std::string_view to_string(ToolkitHeaders headers) noexcept {
    switch (headers) {
        case ToolkitHeaders::prefix: return "prefix";
        case ToolkitHeaders::system: return "system";
    }
    return "";
}

std::string_view to_string(WayOut way) noexcept {
    switch (way) {
        case WayOut::isystem: return "isystem";
        case WayOut::glibc_shim: return "glibc-shim";
    }
    return "";
}

std::string_view to_string(CompatPackageRow::Gpus gpus) noexcept {
    switch (gpus) {
        case CompatPackageRow::Gpus::data_center: return "data-center";
        case CompatPackageRow::Gpus::jetson: return "jetson";
    }
    return "";
}

std::string_view to_string(PackageSource manager) noexcept {
    switch (manager) {
        case PackageSource::nixpkgs: return "nixpkgs";
        case PackageSource::apt: return "apt";
        case PackageSource::conda: return "conda";
        case PackageSource::pip: return "pip";
    }
    return {};
}

std::string_view to_string(GpuRow::Line line) noexcept {
    switch (line) {
        case GpuRow::Line::geforce: return "geforce";
        case GpuRow::Line::workstation: return "workstation";
        case GpuRow::Line::data_center: return "data-center";
        case GpuRow::Line::jetson: return "jetson";
        case GpuRow::Line::dgx: return "dgx";
    }
    return "";
}

std::string_view to_string(GpuWordsRow::Use use) noexcept {
    switch (use) {
        case GpuWordsRow::Use::vendor: return "vendor";
        case GpuWordsRow::Use::former_line: return "former-line";
        case GpuWordsRow::Use::left_out: return "left-out";
        case GpuWordsRow::Use::laptop: return "laptop";
        case GpuWordsRow::Use::form_factor: return "form-factor";
        case GpuWordsRow::Use::memory_unit: return "memory-unit";
    }
    return "";
}

std::string_view to_string(MessageRow::Cause cause) noexcept {
    switch (cause) {
        case MessageRow::Cause::advisory: return "advisory";
        case MessageRow::Cause::host_compiler: return "host-compiler";
        case MessageRow::Cause::architecture: return "architecture";
        case MessageRow::Cause::coverage: return "coverage";
        case MessageRow::Cause::driver: return "driver";
        case MessageRow::Cause::native_driver: return "native-driver";
        case MessageRow::Cause::ptx: return "ptx";
        case MessageRow::Cause::libstdcxx: return "libstdcxx";
        case MessageRow::Cause::component: return "component";
        case MessageRow::Cause::itself: return "itself";
    }
    return "";
}

std::string_view to_string(MessageTextRow::Outcome outcome) noexcept {
    switch (outcome) {
        case MessageTextRow::Outcome::failure: return "failure";
        case MessageTextRow::Outcome::warning: return "warning";
        case MessageTextRow::Outcome::note: return "note";
    }
    return "";
}

std::string_view to_string(SourceRow::Kind kind) noexcept {
    switch (kind) {
        case SourceRow::Kind::header: return "header";
        case SourceRow::Kind::documentation: return "documentation";
        case SourceRow::Kind::release_notes: return "release-notes";
        case SourceRow::Kind::nixpkgs: return "nixpkgs";
        case SourceRow::Kind::measured: return "measured";
        case SourceRow::Kind::third_party: return "third-party";
        case SourceRow::Kind::nixpkgs_fork: return "nixpkgs-fork";
    }
    return "";
}

std::string_view to_string(SourceRow::Confidence confidence) noexcept {
    switch (confidence) {
        case SourceRow::Confidence::high: return "high";
        case SourceRow::Confidence::medium: return "medium";
        case SourceRow::Confidence::low: return "low";
    }
    return "";
}

}  // namespace cudastdenv
