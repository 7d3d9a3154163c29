// SPDX-License-Identifier: MIT
#include "ask/names.hpp"

#include "core/text.hpp"
#include "core/versions.hpp"
#include "resolve/capabilities.hpp"
#include "tables/lookup.hpp"
#include "tables/names.hpp"

#include <fmt/ranges.h>

namespace cudastdenv::asking {

std::string_view closest(std::string_view typed, const Choices& choices) {
    constexpr std::size_t longest_worth_comparing = 100;
    if (typed.empty() || typed.size() > longest_worth_comparing) return {};
    std::string_view best;
    // A truncated choice counts as one typing error; if two match, the shorter is more likely.
    std::pair best_rank(std::max<std::size_t>(1, typed.size() / 3) + 1, std::size_t{0});
    for (const std::string_view choice : choices) {
        const bool cut_short = choice.starts_with(typed);
        const std::pair rank(cut_short ? 1 : edit_distance(typed, choice), choice.size());
        if (rank < best_rank) {
            best = choice;
            best_rank = rank;
        }
    }
    return best;
}

std::string out_of_scope(std::string_view typed) {
    static constexpr std::array<std::string_view, 4> libraries{"cuDNN", "NCCL", "TensorRT", "cuTENSOR"};
    for (const std::string_view library : libraries)
        if (has_in_any_case(typed, library))
            return fmt::format(": {} has its own releases, which the tables do not cover", library);
    return "";
}

std::string closest_or(std::string_view otherwise, std::string_view typed, const Choices& choices) {
    const std::string_view choice = closest(typed, choices);
    return choice.empty() ? std::string(otherwise) : fmt::format(": did you mean {}?", in_quotes(choice));
}

std::string choices_in_words(const Choices& choices) {
    constexpr std::size_t most = 5;
    if (choices.size() > most) return "; `cudastdenv --help` lists them";
    return fmt::format("; pass one of {}", fmt::join(choices, ", "));
}

std::string suggestion(std::string_view typed, const Choices& choices) {
    if (std::string library = out_of_scope(typed); !library.empty()) return library;
    return closest_or(choices_in_words(choices), typed, choices);
}

std::size_t read_choice(std::string_view what, std::string_view typed, const Choices& choices) {
    const auto found = std::ranges::find(choices, typed);
    if (found == choices.end())
        throw BadInput(InputError::unknown, "unknown {} {}{}", what, in_quotes(typed), suggestion(typed, choices));
    return static_cast<std::size_t>(found - choices.begin());
}

std::string_view read_word(std::string_view what, std::string_view typed, std::string_view words) {
    const std::vector<std::string_view> choices = pieces_of(words, ' ');
    return choices[read_choice(what, typed, choices)];
}

std::size_t read_number(std::string_view text, std::size_t most, std::string_view what, std::string_view instead) {
    const auto number = whole_number<std::size_t>(text);
    if (!number || *number == 0 || *number > most)
        throw BadInput(InputError::malformed, "{} is {}; pass {} {}", in_quotes(text), what, instead, most);
    return *number;
}

namespace {

constexpr std::string_view separators = ",;";

/// Removes quotes that a shell has not removed.
std::string_view without_quotes(std::string_view text) {
    text = trimmed(text);
    for (const char quote : {'"', '\''})
        if (text.size() > 1 && text.front() == quote && text.back() == quote) return text.substr(1, text.size() - 2);
    return text;
}

}  // namespace

std::vector<std::string_view> split_list(std::string_view text) {
    std::vector<std::string_view> parts;
    text = without_quotes(text);
    if (text.empty()) return parts;
    for (;;) {
        const std::size_t end = text.find_first_of(separators);
        parts.push_back(trimmed(text.substr(0, end)));
        if (end == text.npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::vector<std::string_view> split_words(std::string_view text) {
    std::vector<std::string_view> words;
    for (const std::string_view part : split_list(text)) {
        std::string_view rest = part;
        do {
            const std::size_t end = rest.find_first_of(" \t");
            words.push_back(rest.substr(0, end));
            rest = end == rest.npos ? "" : trimmed(rest.substr(end));
        } while (!rest.empty());
    }
    return words;
}

std::string joined_list(const std::vector<std::string>& entries, std::string_view what) {
    std::string joined;
    for (const std::string& entry : entries) {
        if (entry.find_first_of(separators) != entry.npos)
            throw BadInput(InputError::malformed, "{} is a list; pass each entry of {} separately", in_quotes(entry),
                           what);
        joined += (joined.empty() ? "" : ",") + entry;
    }
    return joined;
}

std::string_view read_channel(const Tables& tables, std::string_view name) {
    std::vector<std::string_view> channels = all_names(tables.package_sets, &PackageSetRow::channel);
    channels.erase(std::unique(channels.begin(), channels.end()), channels.end());
    const auto found = std::ranges::find(channels, name);
    if (found == channels.end())
        throw BadInput(InputError::unknown, "no package sets are known for the nixpkgs channel {}{}", in_quotes(name),
                       suggestion(name, channels));
    return *found;
}

namespace {

/// The words of the first line, in lower case. Text in parentheses is omitted, because vendors put their own number
/// there.
std::vector<std::string> words_before_line_end(std::string_view text) {
    std::vector<std::string> words(1);
    int depth = 0;
    for (const char c : text.substr(0, text.find('\n'))) {
        if (c == '(') ++depth;
        else if (c == ')') depth -= depth > 0;
        else if (c == ' ' || c == '\t') words.emplace_back();
        else if (depth == 0) words.back() += lower_case(c);
    }
    std::erase_if(words, [](const std::string& word) { return word.empty(); });
    return words;
}

/// `g++-13` of `/usr/bin/x86_64-linux-gnu-g++-13`, `gcc` of `gcc:`.
std::string_view without_surroundings(std::string_view word) {
    if (const std::size_t slash = word.rfind('/'); slash != word.npos) word.remove_prefix(slash + 1);
    while (word.ends_with(':') || word.ends_with(',')) word.remove_suffix(1);
    for (const std::string_view driver : {"-gcc", "-g++", "-clang"})
        if (const std::size_t place = word.rfind(driver); place != word.npos) return word.substr(place + 1);
    return word;
}

std::optional<std::string_view> family_named(std::string_view word) {
    if (word == "gcc" || word == "g++" || word == "gnu") return "gcc";
    if (word == "clang" || word == "clang++" || word == "llvm") return "clang";
    return std::nullopt;
}

/// `13` of `v13`
std::string_view number_in(std::string_view word) {
    take_prefix(word, "v");
    return leading_version(word);
}

/// `gcc-13`, `clang-19.1`
std::optional<NamedCompiler> compiler_of_that_name(std::string_view name) {
    if (const auto compiler = parse_compiler(name)) return NamedCompiler{*compiler, parse_compiler_version(name)};
    return std::nullopt;
}

/// `13.3.0`: of an unknown compiler
bool is_version_alone(std::string_view text) { return !text.empty() && number_in(text) == text; }

}  // namespace

std::optional<NamedCompiler> named_compiler(std::string_view text) {
    if (const auto named = compiler_of_that_name(text)) return named;
    std::optional<std::string_view> family;
    for (const std::string& word : words_before_line_end(text)) {
        if (word == "apple") return std::nullopt;
        const std::string_view bare = without_surroundings(word);
        if (const auto named = compiler_of_that_name(bare)) return named;
        if (const auto named = family_named(bare)) family = named;
        const std::string_view number = number_in(word);
        if (family && !number.empty()) return compiler_of_that_name(fmt::format("{}-{}", *family, number));
    }
    return std::nullopt;
}

NamedCompiler read_compiler(const Tables& tables, std::string_view text) {
    const std::optional<NamedCompiler> named = named_compiler(text);
    if (!named && is_version_alone(text))
        throw BadInput(InputError::malformed, "{} is a version without a compiler; pass gcc-{} or clang-{}",
                       in_quotes(text), text, text);
    if (!named)
        throw BadInput(InputError::malformed, "{} is {}; pass a compiler like gcc-14 or clang-19", in_quotes(text),
                       environment_named(tables, text) ? "an environment, not a compiler (--stdenv accepts it)"
                                                       : "not a compiler");
    const Compiler compiler = named->compiler;
    const int newest = known_majors(tables, compiler.family).newest;
    // A major version of the near future (there is about one a year) is not a typing error.
    constexpr int majors_ahead = 4;
    if (compiler.major > newest + majors_ahead)
        throw BadInput(InputError::unknown, "unknown compiler {}; the newest {} in the tables is {}", in_quotes(text),
                       to_string(compiler.family), to_string(Compiler{compiler.family, newest}));
    return *named;
}

void add_version(std::vector<CompilerVersion>& versions, const NamedCompiler& named) {
    if (!named.version) return;
    const std::optional<Version> other = find_version(versions, named.compiler);
    if (!other) versions.push_back({named.compiler, *named.version});
    else if (!may_be_same(*other, *named.version))
        throw BadInput(InputError::contradiction, "{} is given as {} and as {}; pass one of them",
                       to_string(named.compiler), to_string(*other), to_string(*named.version));
}

DriverVersion read_driver(std::string_view text) {
    const DriverVersion driver = needed(parse_driver_version(text), InputError::malformed,
                                        "{} is not a driver version; pass one like 550.54.15, 550.54 or 580",
                                        in_quotes(text));
    // Drivers with CUDA have never had a lower number. It is a CUDA release, which nvidia-smi also prints.
    constexpr int lowest_branch = 100;
    if (driver.branch < lowest_branch)
        throw BadInput(
            InputError::malformed,
            "{} looks like a CUDA release, not a driver version; nvidia-smi prints the driver as \"Driver Version\"",
            in_quotes(text));
    return driver;
}

std::optional<SystemName> system_named(const Tables& tables, std::string_view text) noexcept {
    if (equal_in_any_case(text, "windows")) text = "windows-x86_64";
    for (const RedistSystemRow& row : tables.redist_systems)
        if (row.nix == text) return SystemName{row.nix, {}};
    for (const RedistSystemRow& row : tables.redist_systems) {
        // `unsupported` is not the name of a platform.
        if (row.redist != unsupported_redist && row.redist == text) return SystemName{row.nix, row.redist};
        if (row.pkgs_cross == text) return SystemName{row.nix, {}};
    }
    return std::nullopt;
}

SystemName read_system_name(const Tables& tables, std::string_view option, std::string_view text) {
    if (const std::optional<SystemName> system = system_named(tables, text)) return *system;
    std::vector<std::string_view> systems = all_names(tables.redist_systems, &RedistSystemRow::nix);
    sort_unique(systems);
    std::vector<std::string_view> names = systems;
    for (const RedistSystemRow& row : tables.redist_systems) {
        if (row.redist != unsupported_redist) names.push_back(row.redist);
        if (row.pkgs_cross) names.push_back(*row.pkgs_cross);
    }
    sort_unique(names);
    throw BadInput(InputError::unknown, "unknown {}system {}{}", option == "build-system" ? "build " : "",
                   in_quotes(text), closest_or("; pass a name of `cudastdenv table redist`", text, names));
}

namespace {

[[noreturn]] void fail_ambiguous(std::string_view name, const std::vector<const GpuRow*>& rows) {
    constexpr std::size_t most_candidates = 5;
    std::vector<std::string> candidates;
    for (const GpuRow* row : rows) candidates.push_back(fmt::format("{} ({})", row->name, to_string(row->capability)));
    std::string_view more;
    if (candidates.size() > most_candidates) {
        candidates.resize(most_candidates);
        more = " and others";
    }
    throw BadInput(InputError::ambiguous, "{} matches several GPUs: {}{}; pass the whole name or the capability",
                   in_quotes(name), fmt::join(candidates, ", "), more);
}

[[noreturn]] void fail_unknown_gpu(std::string_view name, const std::vector<std::string_view>& nearest) {
    if (const std::string library = out_of_scope(name); !library.empty())
        throw BadInput(InputError::unknown, "{} is not a GPU{}", in_quotes(name), library);
    if (nearest.empty())
        throw BadInput(InputError::unknown, "unknown GPU {}; pass a capability, or a name of `cudastdenv table gpus`",
                       in_quotes(name));
    throw BadInput(InputError::unknown, "unknown GPU {}: did you mean {}?", in_quotes(name), fmt::join(nearest, ", "));
}

}  // namespace

std::vector<Gpu> read_gpu(const Tables& tables, std::string_view name, bool is_every_product) {
    // The capability of a GPU has no suffix, although that of code may have one.
    if (const auto capability = parse_capability(name))
        return {Gpu{{}, read_device(tables, to_string(baseline_of(*capability)))}};
    const GpuMeaning meaning = find_gpu(tables, name);
    if (meaning.rows.empty()) fail_unknown_gpu(name, meaning.nearest);
    std::vector<Gpu> gpus;
    for (const GpuRow* row : meaning.rows) gpus.push_back({row->name, row->capability});
    if (is_every_product) return gpus;
    if (std::ranges::all_of(gpus, [&](const Gpu& gpu) { return gpu.capability == gpus.front().capability; }))
        return {gpus.front()};
    if (!std::ranges::all_of(gpus, [&](const Gpu& gpu) { return gpu.name == gpus.front().name; }))
        fail_ambiguous(name, meaning.rows);
    return gpus;
}

std::vector<Gpu> read_gpu_list(const Tables& tables, std::string_view text) {
    std::vector<Gpu> gpus;
    for (const std::string_view name : split_list(text))
        for (const Gpu& gpu : read_gpu(tables, name)) gpus.push_back(gpu);
    if (gpus.empty())
        throw BadInput(InputError::empty, "the list of GPUs is empty; pass one like 'RTX 4090,H100', or omit --gpu");
    return gpus;
}

Capability read_device(const Tables& tables, std::string_view text) {
    const Capability device = needed(parse_capability(text), InputError::malformed,
                                     "{} is not a GPU's capability; pass one like 8.9, or a name: --gpu 'RTX 4090'",
                                     in_quotes(text));
    if (device.kind != Capability::Kind::baseline)
        throw BadInput(InputError::malformed,
                       "{} is a capability of code, not of a GPU, which has no suffix; pass --device {}",
                       in_quotes(text), to_string(baseline_of(device)));
    if (!find_capability(tables, device))
        throw BadInput(InputError::unknown, "unknown capability {}: no GPU in the tables has it; the nearest is {}",
                       to_string(device), to_string(nearest_capability(tables, device)));
    return device;
}

namespace {

[[noreturn]] void fail_capability(const Tables& tables, std::string_view text) {
    if (text.ends_with("+PTX"))
        throw BadInput(InputError::malformed, "{} requests PTX, which the highest capability always gets; pass {}",
                       in_quotes(text), text.substr(0, text.size() - 4));
    std::vector<std::string_view> architectures = all_names(tables.capabilities, &CapabilityRow::architecture);
    sort_unique(architectures);
    throw BadInput(InputError::malformed, "{} is not a capability{}", in_quotes(text),
                   closest_or("; pass one like 9.0, 9.0a, 10.0f, sm_90 or Hopper", text, architectures));
}

}  // namespace

std::vector<ListedCapability> read_capability_list(const Tables& tables, std::string_view text) {
    std::vector<ListedCapability> list;
    for (const std::string_view part : split_words(text)) {
        if (const auto capability = parse_capability(part)) list.emplace_back(*capability);
        else if (knows_architecture(tables, part)) list.emplace_back(part);
        else fail_capability(tables, part);
    }
    if (list.empty())
        throw BadInput(InputError::empty,
                       "the capability list is empty; pass one like 8.9,9.0a, or omit --capabilities");
    return list;
}

}  // namespace cudastdenv::asking
