// SPDX-License-Identifier: MIT
#pragma once

/// Values that JSON holds as text: how each is written and read. `text_form` names the form in error messages.

#include <cudastdenv/tables.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace cudastdenv {

inline std::string to_text(std::string_view value) { return std::string(value); }
inline std::string to_text(Version value) { return to_string(value); }
inline std::string to_text(Capability value) { return to_string(value); }
inline std::string to_text(Compiler value) { return to_string(value); }
inline std::string to_text(DriverVersion value) { return to_string(value); }

/// The values of an enumeration that tables hold by name.
template <class Enum>
[[gnu::visibility("hidden")]] inline constexpr std::array<Enum, 0> enumerators{};  // or it is as visible as std::array
template <>
inline constexpr std::array enumerators<Compiler::Family>{Compiler::Family::gcc, Compiler::Family::clang};
template <>
inline constexpr std::array enumerators<CxxStandard>{CxxStandard::cxx11, CxxStandard::cxx14, CxxStandard::cxx17,
                                                     CxxStandard::cxx20, CxxStandard::cxx23};
template <>
inline constexpr std::array enumerators<AdvisoryRow::Severity>{
    AdvisoryRow::Severity::broken, AdvisoryRow::Severity::caution, AdvisoryRow::Severity::note};
template <>
inline constexpr std::array enumerators<ToolkitHeaders>{ToolkitHeaders::prefix, ToolkitHeaders::system};
template <>
inline constexpr std::array enumerators<WayOut>{WayOut::isystem, WayOut::glibc_shim};
template <>
inline constexpr std::array enumerators<CompatPackageRow::Gpus>{CompatPackageRow::Gpus::data_center,
                                                                CompatPackageRow::Gpus::jetson};
template <>
inline constexpr std::array enumerators<GpuRow::Line>{GpuRow::Line::geforce, GpuRow::Line::workstation,
                                                      GpuRow::Line::data_center, GpuRow::Line::jetson,
                                                      GpuRow::Line::dgx};
template <>
inline constexpr std::array enumerators<GpuWordsRow::Use>{GpuWordsRow::Use::vendor,      GpuWordsRow::Use::former_line,
                                                          GpuWordsRow::Use::left_out,    GpuWordsRow::Use::laptop,
                                                          GpuWordsRow::Use::form_factor, GpuWordsRow::Use::memory_unit};
template <>
inline constexpr std::array enumerators<MessageRow::Cause>{
    MessageRow::Cause::advisory, MessageRow::Cause::host_compiler, MessageRow::Cause::architecture,
    MessageRow::Cause::coverage, MessageRow::Cause::driver,        MessageRow::Cause::native_driver,
    MessageRow::Cause::ptx,      MessageRow::Cause::libstdcxx,     MessageRow::Cause::component,
    MessageRow::Cause::itself};
template <>
inline constexpr std::array enumerators<MessageTextRow::Outcome>{
    MessageTextRow::Outcome::failure, MessageTextRow::Outcome::warning, MessageTextRow::Outcome::note};
template <>
inline constexpr std::array enumerators<PackageSource>{PackageSource::nixpkgs, PackageSource::apt, PackageSource::conda,
                                                       PackageSource::pip};
template <>
inline constexpr std::array enumerators<SourceRow::Kind>{SourceRow::Kind::header,        SourceRow::Kind::documentation,
                                                         SourceRow::Kind::release_notes, SourceRow::Kind::nixpkgs,
                                                         SourceRow::Kind::measured,      SourceRow::Kind::third_party,
                                                         SourceRow::Kind::nixpkgs_fork};
template <>
inline constexpr std::array enumerators<SourceRow::Confidence>{
    SourceRow::Confidence::high, SourceRow::Confidence::medium, SourceRow::Confidence::low};

template <class T>
concept NamedEnum = !enumerators<T>.empty();

template <NamedEnum Enum>
std::string to_text(Enum value) {
    return std::string(to_string(value));
}

template <class T>
struct FromText;

template <>
struct FromText<Version> {
    static constexpr std::string_view form = "a version like \"12.8\" or \"12.8.1\"";
    static std::optional<Version> read(std::string_view text) { return parse_version(text); }
};

template <>
struct FromText<Capability> {
    static constexpr std::string_view form = "a capability like \"9.0a\"";
    static std::optional<Capability> read(std::string_view text) {
        const auto capability = parse_capability(text);
        if (!capability || to_string(*capability) != text) return std::nullopt;
        return capability;
    }
};

template <>
struct FromText<Compiler> {
    static constexpr std::string_view form = "a compiler like \"gcc-14\"";
    static std::optional<Compiler> read(std::string_view text) {
        const auto compiler = parse_compiler(text);
        if (!compiler || to_string(*compiler) != text) return std::nullopt;
        return compiler;
    }
};

template <>
struct FromText<DriverVersion> {
    static constexpr std::string_view form = "a driver version like \"570.124.06\"";
    static std::optional<DriverVersion> read(std::string_view text) {
        const auto version = parse_driver_version(text);
        if (!version || to_string(*version) != text) return std::nullopt;
        return version;
    }
};

template <NamedEnum Enum>
struct FromText<Enum> {
    static constexpr std::string_view form = "one of the names the schema lists";
    static std::optional<Enum> read(std::string_view text) {
        for (const Enum value : enumerators<Enum>)
            if (to_string(value) == text) return value;
        return std::nullopt;
    }
};

/// A value that is a text in JSON, other than a plain string.
template <class T>
concept TextScalar = requires {
    FromText<T>::form;
};

}  // namespace cudastdenv
