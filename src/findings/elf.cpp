// SPDX-License-Identifier: MIT
#include "findings/elf.hpp"

#include <algorithm>

namespace cudastdenv {

namespace {

/// Digits and dots: the numbers between the dots, as texts without leading zeros; empty where it is something else.
std::vector<std::string_view> numbers_of(std::string_view text) {
    std::vector<std::string_view> numbers;
    while (true) {
        const std::size_t end = std::min(text.find('.'), text.size());
        std::string_view number = text.substr(0, end);
        if (number.empty() || number.find_first_not_of("0123456789") != number.npos) return {};
        number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
        numbers.push_back(number);
        if (end == text.size()) return numbers;
        text.remove_prefix(end + 1);
    }
}

bool is_older(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right) {
    const auto is_less = [](std::string_view a, std::string_view b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    };
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end(), is_less);
}

}  // namespace

std::string architecture(const ElfFile& file) {
    // As the ELF specification numbers them (e_machine); not every system has an <elf.h>.
    switch (file.machine) {
        case 3: return "i386";
        case 21: return file.is_little_endian ? "ppc64le" : "ppc64";
        case 22: return "s390x";
        case 40: return "arm";
        case 62: return "x86_64";
        case 183: return "aarch64";
        case 190: return "cuda";
        case 243: return file.is_64_bit ? "riscv64" : "riscv32";
        default: return "machine " + std::to_string(file.machine);
    }
}

std::string newest_version(const std::vector<std::string>& versions, const std::string& prefix) {
    std::string_view newest;
    std::vector<std::string_view> newest_numbers;
    for (const std::string& version : versions) {
        if (!version.starts_with(prefix)) continue;
        const auto numbers = numbers_of(std::string_view(version).substr(prefix.size()));
        if (!is_older(newest_numbers, numbers)) continue;
        newest = version;
        newest_numbers = numbers;
    }
    return std::string(newest);
}

namespace {

constexpr std::string_view driver_folder = "/run/opengl-driver";

bool lies_in(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool is_compat(std::string_view entry) { return entry.find("cuda_compat") != entry.npos; }

}  // namespace

CompatOrder compat_order(const std::vector<std::string>& run_path) {
    const auto compat = std::ranges::find_if(run_path, is_compat);
    const auto driver = std::ranges::find_if(run_path,
                                             [](const std::string& entry) { return lies_in(entry, driver_folder); });
    if (compat == run_path.end()) return driver == run_path.end() ? CompatOrder::neither : CompatOrder::no_compat;
    if (driver == run_path.end()) return CompatOrder::no_driver;
    return compat < driver ? CompatOrder::compat_first : CompatOrder::driver_first;
}

}  // namespace cudastdenv
