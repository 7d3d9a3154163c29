// SPDX-License-Identifier: MIT
#include "graph/closure.hpp"

#include "core/lists.hpp"
#include "core/text.hpp"

namespace cudastdenv {

namespace {

/// A hash has 32 letters of Nix's base 32.
bool is_hash(std::string_view text) {
    constexpr std::string_view letters = "0123456789abcdfghijklmnpqrsvwxyz";
    return text.size() == 32 && text.find_first_not_of(letters) == text.npos;
}

/// The first three numbers of a version of any length.
struct Numbers {
    int count = 0;  ///< of all numbers
    Version version{0, 0, 0};
};

std::optional<Numbers> take_numbers(std::string_view& text) {
    constexpr std::size_t max_digits = 8;
    Numbers numbers;
    do {
        const auto number = take_number(text, max_digits);
        if (!number) return std::nullopt;
        if (numbers.count == 0) numbers.version.major = *number;
        if (numbers.count == 1) numbers.version.minor = *number;
        if (numbers.count == 2) numbers.version.patch = *number;
        ++numbers.count;
    } while (take_prefix(text, "."));
    return numbers;
}

/// The parts of a name, as Nix splits it: the version begins after the first dash without a letter after it.
struct Parts {
    std::string_view name;
    Numbers version;
    std::string_view output;  ///< `lib`; empty: the output without a suffix
};

std::optional<Parts> split(std::string_view text) {
    std::size_t dash = text.find('-');
    while (dash != text.npos && dash + 1 < text.size() && !is_digit(text[dash + 1])) dash = text.find('-', dash + 1);
    if (dash == text.npos || dash + 1 >= text.size()) return std::nullopt;
    Parts parts{text.substr(0, dash), {}, {}};
    text.remove_prefix(dash + 1);
    const auto numbers = take_numbers(text);
    if (!numbers) return std::nullopt;
    parts.version = *numbers;
    // The date of a snapshot: gcc-15-20250322.
    if (text.size() > 8 && text[0] == '-' && std::ranges::all_of(text.substr(1, 8), is_digit)) text.remove_prefix(9);
    if (text.empty()) return parts;
    if (!take_prefix(text, "-") || !std::ranges::all_of(text, is_letter)) return std::nullopt;
    parts.output = text;
    return parts;
}

/// `gcc` of `aarch64-unknown-linux-gnu-gcc`, with the platform, which has at least two dashes.
bool take_suffix(std::string_view name, std::string_view suffix, std::string_view& platform) {
    if (!name.ends_with(suffix)) return false;
    name.remove_suffix(suffix.size());
    if (name.empty()) return true;
    if (!name.ends_with('-')) return false;
    name.remove_suffix(1);
    if (std::ranges::count(name, '-') < 2) return false;
    platform = name;
    return true;
}

/// GCC and Clang. nixpkgs builds its final GCC with `xgcc`.
StoreName compiler_part(const Parts& parts) {
    struct Name {
        std::string_view text;
        Compiler::Family family;
        bool is_wrapped;
    };
    using enum Compiler::Family;
    constexpr std::array<Name, 5> names{{{"gcc", gcc, false},
                                         {"xgcc", gcc, false},
                                         {"gcc-wrapper", gcc, true},
                                         {"clang", clang, false},
                                         {"clang-wrapper", clang, true}}};
    const Version version = parts.version.version;
    constexpr int max_major = 99;
    if (version.major < 1 || version.major > max_major) return {};
    for (const Name& name : names) {
        StoreName found;
        if (!take_suffix(parts.name, name.text, found.platform)) continue;
        if (name.family == gcc) found.gcc = version;
        if (parts.output == "lib" && name.family == gcc && !name.is_wrapped) {
            found.kind = StoreName::Kind::libstdcxx;
        } else if (parts.output.empty() || parts.output == "out") {
            found.kind = StoreName::Kind::compiler;
            found.compiler = {name.family, version.major};
            found.is_wrapped = name.is_wrapped;
        }
        return found;
    }
    return {};
}

bool is_cuda_version(const Numbers& numbers) {
    return numbers.version.major >= 5 && numbers.version.major <= 99 && numbers.version.minor <= 99;
}

StoreName part_of(const Numbers& numbers, StoreName::Kind kind = StoreName::Kind::cuda_component) {
    return {.kind = kind, .set = {numbers.version.major, numbers.count > 1 ? numbers.version.minor : -1}};
}

/// By the name without the prefix of the release: `cuda_nvcc-12.8.93`. All outputs of cudatoolkit are the toolkit; a
/// name with more after the version (`cudatoolkit-11.8-cudnn-8.9.1`) is another package.
StoreName::Kind kind_of(const Parts& parts) {
    // nixpkgs' names of its attribute `cudatoolkit`: NVIDIA's installer unpacked, later all packages merged.
    constexpr std::array<std::string_view, 3> whole_toolkits{"cudatoolkit", "cuda-merged", "cuda_merged"};
    if (parts.name == "cuda_nvcc") return StoreName::Kind::nvcc;
    const bool is_whole = contains(whole_toolkits, parts.name);
    return is_whole ? StoreName::Kind::whole_toolkit : StoreName::Kind::cuda_component;
}

/// `12.8` in `cuda12.8-libcublas-12.8.4.1` and in `nccl-2.20.3-1-cuda-12.2`: nixpkgs adds the set to the name.
std::optional<StoreName> set_in_name(std::string_view text) {
    std::string_view prefixed = text;
    if (take_prefix(prefixed, "cuda") && !prefixed.empty() && is_digit(prefixed[0]))
        if (const auto numbers = take_numbers(prefixed);
            numbers && numbers->count == 2 && is_cuda_version(*numbers) && prefixed.starts_with('-')) {
            const auto parts = split(prefixed.substr(1));
            return part_of(*numbers, parts ? kind_of(*parts) : StoreName::Kind::cuda_component);
        }
    constexpr std::string_view marker = "-cuda-";
    if (const std::size_t at = text.rfind(marker); at != text.npos) {
        std::string_view rest = text.substr(at + marker.size());
        const auto numbers = take_numbers(rest);
        const bool ends = rest.empty() || rest.starts_with('-');
        if (numbers && numbers->count > 1 && is_cuda_version(*numbers) && ends) return part_of(*numbers);
    }
    return std::nullopt;
}

/// A package with the release in its own version.
std::optional<StoreName> cuda_part(const Parts& parts) {
    // Some components of one release, merged for one package.
    constexpr std::array<std::string_view, 3> merged{"cuda-redist", "cuda-native-redist", "cuda-toolkit"};
    // These components of NVIDIA have versions of three numbers that begin with the two of the release
    // (redistrib_12.8.1.json: cuda_* 12.8.90, libnvjitlink 12.8.93). CCCL had too, and has five numbers in CUDA 13.
    constexpr std::array<std::string_view, 5> components{"libcudla", "libnvfatbin", "libnvjitlink", "libnvptxcompiler",
                                                         "libnvvm"};
    const Numbers& version = parts.version;
    if (!is_cuda_version(version)) return std::nullopt;
    const StoreName::Kind kind = kind_of(parts);
    if (kind == StoreName::Kind::whole_toolkit || contains(merged, parts.name)) return part_of(version, kind);
    const bool component = parts.name.starts_with("cuda_") || contains(components, parts.name);
    if (component && version.count == 3) return part_of(version, kind);
    // cuBLAS shares only its first number: 11.11.3.6 is from CUDA 11.8.
    if (parts.name == "libcublas") return StoreName{.kind = kind, .set = {version.version.major, -1}};
    return std::nullopt;
}

}  // namespace

std::string to_string(CudaPackageSet set) {
    return std::to_string(set.major) + '.' + (set.minor == -1 ? "*" : std::to_string(set.minor));
}

std::string_view package_name(std::string_view name) noexcept {
    if (const std::size_t slash = name.rfind('/'); slash != name.npos) name.remove_prefix(slash + 1);
    if (name.size() > 33 && name[32] == '-' && is_hash(name.substr(0, 32))) name.remove_prefix(33);
    return name;
}

StoreName recognise(std::string_view name) noexcept {
    std::string_view text = package_name(name);
    if (text.ends_with(".drv")) text.remove_suffix(4);
    if (const auto part = set_in_name(text)) return *part;
    // cudatoolkit-11.8-cudnn-8.9.1: the toolkit's version is in the middle.
    if (std::string_view rest = text; take_prefix(rest, "cudatoolkit-"))
        if (const auto numbers = take_numbers(rest);
            numbers && is_cuda_version(*numbers) && rest.starts_with("-cudnn-"))
            return part_of(*numbers);
    const auto parts = split(text);
    if (!parts) return {};
    if (const auto part = cuda_part(*parts)) return *part;
    return compiler_part(*parts);
}

}  // namespace cudastdenv
