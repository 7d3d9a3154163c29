// SPDX-License-Identifier: MIT
#include "query/names.hpp"

#include "core/text.hpp"
#include "core/versions.hpp"
#include "messages/coverage.hpp"
#include "query/query.hpp"
#include "resolve/capabilities.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::query {

namespace {

/// The valid choices: `; pass one of a, b`, or the command that lists them if they are many.
std::string format_choices(const Choices& choices) {
    constexpr std::size_t most = 5;
    if (choices.size() > most) return "; `cudastdenv --help` lists them";
    return fmt::format("; pass one of {}", joined(choices));
}

constexpr std::string_view separators = ",;";

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

constexpr std::array<OtherNames, 2> families{{{"gcc", "gcc g++ gnu"}, {"clang", "clang clang++ llvm"}}};

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

[[noreturn]] void fail_ambiguous(std::string_view name, const std::vector<const GpuRow*>& rows) {
    constexpr std::size_t most = 5;
    const auto candidate = [](const GpuRow* row) { return fmt::format("{} ({})", row->name, row->capability); };
    throw BadInput(InputError::ambiguous, "{} matches several GPUs: {}{}; pass the whole name or the capability",
                   in_quotes(name), joined(std::span(rows).first(std::min(most, rows.size())), ", ", candidate),
                   rows.size() > most ? " and others" : "");
}

[[noreturn]] void fail_unknown_gpu(std::string_view name, const std::vector<std::string_view>& nearest) {
    if (const std::string library = out_of_scope(name); !library.empty())
        throw BadInput(InputError::unknown, "{} is not a GPU{}", in_quotes(name), library);
    if (nearest.empty())
        throw BadInput(InputError::unknown, "unknown GPU {}; pass a capability, or a name of `cudastdenv table gpus`",
                       in_quotes(name));
    throw BadInput(InputError::unknown, "unknown GPU {}: did you mean {}?", in_quotes(name), joined(nearest));
}

[[noreturn]] void fail_capability(const Tables& tables, std::string_view text) {
    if (text.ends_with("+PTX"))
        throw BadInput(InputError::malformed, "{} requests PTX, which the highest capability always gets; pass {}",
                       in_quotes(text), text.substr(0, text.size() - 4));
    std::vector<std::string_view> architectures = all_names(tables.capabilities, &CapabilityRow::architecture);
    sort_unique(architectures);
    throw BadInput(InputError::malformed, "{} is not a capability{}", in_quotes(text),
                   closest_or("; pass one like 9.0, 9.0a, 10.0f, sm_90 or Hopper", text, architectures));
}

/// A word, or numbers with one kind of separator between them: `release`, `12.4.131`, `12-8`, `128`.
struct NamePart {
    std::string word;               ///< empty: numbers
    std::vector<std::string> runs;  ///< digits of each number
};

std::string take_while(std::string_view& text, bool (*holds)(char)) {
    std::string taken;
    for (; !text.empty() && holds(text.front()); text.remove_prefix(1)) taken += text.front();
    return taken;
}

std::vector<std::string> take_numbers(std::string_view& text) {
    std::vector<std::string> runs{take_while(text, is_digit)};
    const char separator = text.empty() ? '\0' : text.front();
    if (!contains(std::string_view(".,-_"), separator)) return runs;
    while (text.size() > 1 && text.front() == separator && is_digit(text[1])) {
        text.remove_prefix(1);
        runs.push_back(take_while(text, is_digit));
    }
    return runs;
}

/// Absent if it has characters that are in no name and no version.
std::optional<std::vector<NamePart>> tokens_of(std::string_view printed) {
    const std::string lower = in_lower_case(printed);
    std::string_view text = lower;
    std::vector<NamePart> tokens;
    while (!text.empty()) {
        if (is_letter(text.front())) tokens.push_back({take_while(text, is_letter), {}});
        else if (is_digit(text.front())) tokens.push_back({"", take_numbers(text)});
        else if (!contains(std::string_view(" \t.,:;/=()*_-~|'\""), text.front())) return std::nullopt;
        else text.remove_prefix(1);
    }
    return tokens;
}

/// Words around the numbers of a release.
constexpr std::string_view words_about_cuda =
    "cuda cu nvcc nvidia toolkit release version compilation tools v r build runtime cudart update u devel dev is the "
    "compiler";

std::optional<int> number(const std::string& digits) {
    return digits.size() <= 6 ? whole_number(digits) : std::nullopt;
}

/// `128` after `cu` and CUDA_VERSION, and `12080`, have no dots.
std::optional<Version> without_points(const std::string& digits, bool is_behind_cu) {
    const std::optional<int> value = number(digits);
    if (!value) return std::nullopt;
    if (is_behind_cu && (digits.size() == 3 || digits.size() == 4))
        return Version{*number(digits.substr(0, 2)), *number(digits.substr(2))};
    if (digits.size() == 5 && *value % 10 == 0) return Version{*value / 1000, *value % 1000 / 10};
    return std::nullopt;
}

/// Adds another number of the same text.
void add(const Tables& tables, Version version, PrintedRelease& read) {
    const std::vector<const Release*> with = releases_with(tables, version);
    if (!read.version) read.meant = with;
    else std::erase_if(read.meant, [&](const Release* release) { return !contains(with, release); });
    if (!read.version || version.patch != -1) read.version = version;
    read.any_patch = read.version->patch == -1;
}

/// The n-th patch release after the first of its minor release, which is how updates are counted.
void add_update(int update, PrintedRelease& read) {
    if (!read.any_patch) return;
    const auto place = static_cast<std::size_t>(update);
    read.meant = update < 1 || place >= read.meant.size() ? std::vector<const Release*>()
                                                          : std::vector{read.meant[place]};
    read.any_patch = false;
}

/// `; the nearest are 12.6.3 and 12.8.0`
std::string neighbours_of(const Tables& tables, Version version) {
    const auto above = std::ranges::lower_bound(tables.releases, version, {}, &Release::version);
    if (above == tables.releases.begin()) return fmt::format("; the tables begin at {}", above->version);
    if (above == tables.releases.end())
        return fmt::format("; the newest in the tables (of {}) is {}", data_date(tables),
                           newest_release(tables)->version);
    return fmt::format("; the nearest are {} and {}", std::prev(above)->version, above->version);
}

[[noreturn]] void fail_unknown_release(const Tables& tables, Version version) {
    for (const NeverReleased& never : tables.never_released)
        if (may_be_same(never.version, version))
            throw BadInput(InputError::unknown, "CUDA {} was never released{}", never.version,
                           neighbours_of(tables, never.version));
    if (const EarlyRelease* early = find_early_release(tables, version))
        throw BadInput(InputError::unknown,
                       "CUDA {} is older than the tables, which begin at {}; it supports gcc {} or older, and requires "
                       "driver {} or later",
                       version, tables.releases.front().version, early->newest_gcc, early->driver);
    std::vector<Version> patches;
    for (const Release& release : tables.releases)
        if (minor_of(release.version) == minor_of(version)) patches.push_back(release.version);
    if (patches.empty())
        throw BadInput(InputError::unknown, "unknown CUDA release {}{}", version, neighbours_of(tables, version));
    throw BadInput(InputError::unknown, "unknown CUDA release {}; the releases of {} are {}", version,
                   minor_of(version), joined(patches));
}

/// `cudaPackages` and `cudaPackages_12` do not imply a minor release.
bool is_alias(std::string_view text) {
    if (!take_prefix(text, "cudaPackages")) return false;
    return text.empty() || (take_prefix(text, "_") && take_number(text, 6) && text.empty());
}

[[noreturn]] void fail_unknown_alias(const Tables& tables, std::string_view text, std::string_view channel) {
    std::vector<std::string_view> channels, aliases;
    for (const PackageSetRow& row : tables.package_sets) {
        if (row.attribute == text) channels.push_back(row.channel);
        if (is_alias(row.attribute)) aliases.push_back(row.attribute);
    }
    sort_unique(aliases);
    if (channels.empty())
        throw BadInput(InputError::unknown, "no known nixpkgs channel has {}{}", in_quotes(text),
                       format_choices(aliases));
    throw BadInput(InputError::unknown, "the release of {} in {} is unknown; it is known for {} (--stdenv)",
                   in_quotes(text), channel, joined(channels));
}

/// The release in the output of tools; the newest if several match.
ReleaseName release_printed(const Tables& tables, std::string_view text) {
    const std::vector<std::string_view> words = split_words(text);
    if (words.size() > 1 && std::ranges::all_of(words, [](auto word) { return parse_version(word).has_value(); }))
        throw BadInput(InputError::malformed, "{} contains several CUDA releases; pass one", in_quotes(text));
    std::string_view rest = cuda_of_image(text).value_or(text);
    take_prefix(rest, "cudaPackages_");
    const std::optional<PrintedRelease> printed = printed_release(tables, rest);
    if (!printed) {
        const std::string library = out_of_scope(text);
        throw BadInput(library.empty() ? InputError::malformed : InputError::unknown,
                       fmt::format("{} is not a CUDA release{}", in_quotes(text),
                                   library.empty() ? "; pass one like 12.8, 12.8.1 or latest" : library));
    }
    if (printed->meant.empty()) fail_unknown_release(tables, *printed->version);
    if (printed->any_patch) return {find_release(tables, *printed->version), true};
    ReleaseName name{printed->meant.back()};
    for (const Release* other : printed->meant)
        if (other != name.release) name.others.push_back(other->version);
    return name;
}

bool is_separator(char c) { return contains(std::string_view(" \t-_=@:/~"), c); }

/// A typed name, split in two: `torch` and `2.7.0+cu128`.
struct TypedConsumer {
    std::string name;          ///< in lower case, with hyphens
    std::string_view version;  ///< empty: none
};

TypedConsumer cut_in_two(std::string_view text) {
    text = trimmed(text);
    const auto digit = std::ranges::find_if(text, is_digit);
    const auto length = static_cast<std::size_t>(digit - text.begin());
    std::string_view name = text.substr(0, length);
    for (const std::string_view word : {"v", "version"}) {
        const std::size_t size = name.size() - std::min(name.size(), word.size());
        if (size > 0 && name.ends_with(word) && is_separator(name[size - 1])) name = name.substr(0, size);
        while (!name.empty() && is_separator(name.back())) name.remove_suffix(1);
    }
    TypedConsumer typed{in_lower_case(name), text.substr(length)};
    std::ranges::replace(typed.name, '_', '-');
    return typed;
}

/// `2.7.0` of `2.7.0+cu128`, `4.6.1` of `4.6.01`, `2.8.3` of `2.8.3.post2`; absent if it does not begin with a version.
std::optional<Version> version_at_front(std::string_view text) {
    const std::string_view numbers = leading_version(text);
    const std::string_view rest = text.substr(numbers.size());
    constexpr std::array<std::string_view, 5> of_releases{"rc", "a", "b", "dev", "post"};
    const auto is_of_release = [&](std::string_view end) { return rest.starts_with(end); };
    if (!rest.empty() && is_letter(rest.front()) && std::ranges::none_of(of_releases, is_of_release))
        return std::nullopt;
    std::vector<std::string_view> pieces = pieces_of(numbers, '.');
    for (std::string_view& piece : pieces)
        if (piece.size() > 1) piece.remove_prefix(std::min(piece.find_first_not_of('0'), piece.size() - 1));
    return parse_version(joined(pieces, "."));
}

/// The consumer with that id or title, ignoring case; nullptr: none.
const ConsumerRow* consumer_called(const Tables& tables, std::string_view name) {
    for (const ConsumerRow& row : tables.consumers)
        if (row.id == name || equal_in_any_case(row.title, name)) return &row;
    return nullptr;
}

[[noreturn]] void fail_unknown_consumer(const Tables& tables, std::string_view text, std::string_view name) {
    const std::vector<std::string_view> ids = all_names(tables.consumers, &ConsumerRow::id);
    if (const Spelling* spelling = name.empty() ? nullptr : spelling_called(name))
        throw BadInput(InputError::unknown, "the tables have no rules of {} by version{}, only those of {}",
                       spelling->name,
                       spelling->unasked_ptx_until ? " (pass --compiler for the Clang that reads a list)" : "",
                       joined(ids));
    throw BadInput(InputError::unknown, "unknown consumer {}{}", in_quotes(text),
                   closest_or("; pass a name of `cudastdenv table consumers`", name, ids));
}

/// Recognizes names of programs, variables and options within other words.
std::vector<std::string_view> names_in(std::string_view sentence) {
    std::vector<std::string_view> names;
    for (std::string_view word : pieces_of(sentence, ' ')) {
        while (word.ends_with(',') || word.ends_with('*') || word.ends_with('_')) word.remove_suffix(1);
        const bool is_owner = word.ends_with("'s");
        if (is_owner) word.remove_suffix(2);
        const bool is_name =
            is_owner || std::ranges::any_of(word, [](char c) { return c == '_' || c == '-' || lower_case(c) != c; });
        if (is_name && word != "CUDA") names.push_back(word);
    }
    return names;
}

}  // namespace

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

std::string suggestion(std::string_view typed, const Choices& choices) {
    if (std::string library = out_of_scope(typed); !library.empty()) return library;
    return closest_or(format_choices(choices), typed, choices);
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

std::string_view without_marks(std::string_view word) {
    while (!word.empty() && contains(std::string_view(",.;:!?\"'`"), word.back())) word.remove_suffix(1);
    while (!word.empty() && contains(std::string_view("\"'`-"), word.front())) word.remove_prefix(1);
    return word;
}

std::string_view meant_by(std::string_view text, std::span<const OtherNames> all) {
    const auto found = std::ranges::find_if(all, [&](const OtherNames& one) { return is_one_of(text, one.names); });
    return found == all.end() ? "" : found->meant;
}

std::vector<std::string_view> split_list(std::string_view text) {
    std::vector<std::string_view> parts;
    text = trimmed(text);
    // A shell has not removed these quotes.
    const bool is_quoted = text.size() > 1 && contains(std::string_view("\"'"), text.front());
    if (is_quoted && text.front() == text.back()) text = text.substr(1, text.size() - 2);
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
    for (const std::string& entry : entries)
        if (entry.find_first_of(separators) != entry.npos)
            throw BadInput(InputError::malformed, "{} is a list; pass each entry of {} separately", in_quotes(entry),
                           what);
    return joined(entries, ",");
}

std::string_view read_channel(const Tables& tables, std::string_view name) {
    std::vector<std::string_view> channels = all_names(tables.package_sets, &PackageSetRow::channel);
    sort_unique(channels);
    if (const std::string_view* found = find_in(channels, name, std::identity())) return *found;
    throw BadInput(InputError::unknown, "no package sets are known for the nixpkgs channel {}{}", in_quotes(name),
                   suggestion(name, channels));
}

std::optional<NamedCompiler> named_compiler(std::string_view text) {
    if (const auto named = compiler_of_that_name(text)) return named;
    std::string_view family;
    for (const std::string& word : words_before_line_end(text)) {
        if (word == "apple") return std::nullopt;
        const std::string_view bare = without_surroundings(word);
        if (const auto named = compiler_of_that_name(bare)) return named;
        if (const std::string_view named = meant_by(bare, families); !named.empty()) family = named;
        const std::string_view number = number_in(word);
        if (!family.empty() && !number.empty()) return compiler_of_that_name(fmt::format("{}-{}", family, number));
    }
    return std::nullopt;
}

NamedCompiler read_compiler(const Tables& tables, std::string_view text) {
    const std::optional<NamedCompiler> named = named_compiler(text);
    if (!named && !text.empty() && number_in(text) == text)
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
                       compiler.family, Compiler{compiler.family, newest});
    return *named;
}

void add_version(std::vector<CompilerVersion>& versions, const NamedCompiler& named) {
    if (!named.version) return;
    const std::optional<Version> other = find_version(versions, named.compiler);
    if (!other) versions.push_back({named.compiler, *named.version});
    else if (!may_be_same(*other, *named.version))
        throw BadInput(InputError::contradiction, "{} is given as {} and as {}; pass one of them", named.compiler,
                       *other, *named.version);
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

std::optional<SystemName> system_named(const Tables& tables, std::string_view text) {
    static constexpr std::array<OtherNames, 3> short_names{
        {{"aarch64-linux", "aarch64 arm64"}, {"windows-x86_64", "windows"}, {"x86_64-linux", "amd64 x86_64"}}};
    if (const std::string_view system = meant_by(text, short_names); !system.empty()) text = system;
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
    std::vector<std::string_view> names = all_names(tables.redist_systems, &RedistSystemRow::nix);
    for (const RedistSystemRow& row : tables.redist_systems) {
        if (row.redist != unsupported_redist) names.push_back(row.redist);
        if (row.pkgs_cross) names.push_back(*row.pkgs_cross);
    }
    sort_unique(names);
    throw BadInput(InputError::unknown, "unknown {}system {}{}", option == "build-system" ? "build " : "",
                   in_quotes(text), closest_or("; pass a name of `cudastdenv table redist`", text, names));
}

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
                       in_quotes(text), baseline_of(device));
    if (const FormerCapability* former = find_former_capability(tables, device))
        throw BadInput(InputError::unknown,
                       "capability {} is older than the tables; the last release that supports it "
                       "is CUDA {}",
                       device, former->last);
    if (!find_capability(tables, device))
        throw BadInput(InputError::unknown, "unknown capability {}: no GPU in the tables has it; the nearest is {}",
                       device, nearest_capability(tables, device));
    return device;
}

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

std::optional<PrintedRelease> printed_release(const Tables& tables, std::string_view text) {
    constexpr std::size_t longest = 300;
    const auto tokens = text.size() <= longest ? tokens_of(text) : std::nullopt;
    if (!tokens) return std::nullopt;
    PrintedRelease read;
    std::string_view before;
    for (const NamePart& token : *tokens) {
        if (!token.word.empty()) {
            if (!is_one_of(token.word, words_about_cuda)) return std::nullopt;
            before = token.word;
            continue;
        }
        // The number after "compiler" is that of nvcc's build.
        if (before == "compiler") continue;
        const bool is_update = before == "update" || before == "u";
        if (const auto version = parse_version(joined(token.runs, "."))) add(tables, *version, read);
        else if (is_update && number(token.runs.front())) add_update(*number(token.runs.front()), read);
        else if (const auto plain = without_points(token.runs.front(), before == "cu"); plain && token.runs.size() == 1)
            add(tables, *plain, read);
    }
    return read.version ? std::optional(std::move(read)) : std::nullopt;
}

ReleaseName read_release_name(const Context& context, std::string_view text, std::string_view channel) {
    const Tables& tables = context.tables;
    if (text == host_name) return {toolkit_of(context.look_at_host(tables, HostPart::toolkits)).release};
    if (text == "latest" && newest_release(tables)) return {newest_release(tables)};
    if (const PackageSetRow* row = find_package_set(tables, channel, text)) {
        const bool any_patch = row->release.patch == -1;
        return {find_release(tables, row->release),
                any_patch,
                {.channel = row->channel, .patch_known = !any_patch, .sources = row->sources}};
    }
    if (is_alias(text)) fail_unknown_alias(tables, text, channel);
    return release_printed(tables, text);
}

const Release& read_release_name(const Context& context, std::string_view text) {
    return *read_release_name(context, text, context.tables.assumed_environment).release;
}

std::optional<WantedRelease> read_wanted_release(const Context& context, std::string_view text) {
    if (text == host_name) return std::nullopt;
    const ReleaseName name = read_release_name(context, text, context.tables.assumed_environment);
    return WantedRelease{name.release->version, name.any_patch};
}

bool names_consumer_version(const Tables& tables, std::string_view text) {
    const TypedConsumer typed = cut_in_two(text);
    const ConsumerRow* consumer = consumer_called(tables, typed.name);
    const auto version = version_at_front(typed.version);
    // `torch 12.8` is about a release of CUDA.
    return consumer && version && version->major <= consumer->newest.major;
}

namespace {

/// The releases of a major version of Clang: 17.0 and later patch releases, 18.1 and later.
Version clang_release(int major) {
    constexpr int first_with_minor = 18;
    return {major, major < first_with_minor ? 0 : 1};
}

}  // namespace

NamedConsumer read_consumer(const Tables& tables, std::string_view text) {
    const TypedConsumer typed = cut_in_two(text);
    const ConsumerRow* found = consumer_called(tables, typed.name);
    if (!found) fail_unknown_consumer(tables, text, typed.name);
    const ConsumerRow& consumer = *found;
    if (typed.version.empty()) return {&consumer, consumer.newest};
    const std::optional<int> major = whole_number<int>(typed.version);
    const bool is_compiler = major && consumer.id == to_string(Compiler::Family::clang);
    const Version version = is_compiler ? clang_release(*major)
                                        : needed(version_at_front(typed.version), InputError::malformed,
                                                 "{} is not a version of {}; pass one like {}-{}", in_quotes(text),
                                                 consumer.title, consumer.id, consumer.newest);
    if (is_before(version, consumer.oldest))
        throw BadInput(InputError::unknown, "{} {} is too old: the tables have its rules for {} or later",
                       consumer.title, version, consumer.oldest);
    if (is_before(consumer.newest, version)) return {&consumer, consumer.newest, version};
    return {&consumer, version};
}

ChosenSpelling read_chosen_spelling(const Tables& tables, const OptionTexts& texts, std::string_view otherwise) {
    if (!texts.has("consumer")) return {read_spelling_name(texts.value_or("format", otherwise)), std::nullopt};
    const NamedConsumer named = read_consumer(tables, texts.value("consumer"));
    const Spelling& spelling = read_spelling_name(texts.value_or("format", named.consumer->id));
    if (spelling.name != named.consumer->id)
        throw BadInput(InputError::contradiction, "{} reads no list for {}; omit --format, or pass --format {}",
                       named.consumer->title, spelling.name, named.consumer->id);
    return {spelling, named};
}

SpellingContext context_of(const Tables& tables, std::string_view system, Version release,
                           const std::optional<NamedConsumer>& consumer) {
    return {tables, system, release, consumer ? std::optional(consumer->version) : std::nullopt};
}

std::string newer_consumer_message(const std::optional<NamedConsumer>& consumer) {
    if (!consumer || !consumer->newer) return "";
    return fmt::format("{} {} is newer than {}, the newest in the tables; using its rules", consumer->consumer->title,
                       *consumer->newer, consumer->version);
}

const Spelling* spelling_called(std::string_view text) {
    // `TORCH_CUDA_ARCH_LIST` of `-DTORCH_CUDA_ARCH_LIST=...`
    take_prefix(text, "-D");
    const std::string_view name = text.substr(0, text.find('='));
    if (name.empty()) return nullptr;
    for (const Spelling& spelling : spellings())
        if (equal_in_any_case(spelling.name, name)) return &spelling;
    for (const Spelling& spelling : spellings())
        for (const std::string_view known : names_in(spelling.summary))
            if (equal_in_any_case(known, name)) return &spelling;
    return nullptr;
}

const Spelling& read_spelling_name(std::string_view name) {
    if (const Spelling* spelling = spelling_called(name)) return *spelling;
    return read_row("format", name, spellings(), &Spelling::name);
}

Listing read_listing(const Spelling& spelling, const SpellingContext& context, std::string_view text) {
    ListReadResult read = spelling.read(context, text);
    if (const auto* error = std::get_if<ListReadError>(&read))
        throw BadInput(InputError::malformed, messages::list_error_message(spelling.name, text, *error));
    return std::get<Listing>(std::move(read));
}

namespace {

/// The version of Clang in --compiler, and whether the format has one. Throws BadInput if it does not.
std::optional<Version> read_compiler_of_list(const Tables& tables, const OptionTexts& texts, const Spelling& spelling) {
    if (!texts.has("compiler")) return std::nullopt;
    const Compiler compiler = read_compiler(tables, texts.value("compiler")).compiler;
    if (!spelling.unasked_ptx_until || to_string(compiler.family) != spelling.name)
        throw BadInput(InputError::contradiction, "--compiler requires --format clang and a Clang, not the format {}",
                       spelling.name);
    Version version = clang_release(compiler.major);
    // Older versions than the tables have support no more than the oldest.
    if (const ConsumerRow* row = find_by_id(tables.consumers, spelling.name)) {
        if (is_before(version, row->oldest)) version = row->oldest;
        if (is_before(row->newest, version)) version = row->newest;
    }
    return version;
}

/// The lists in the text, of that format if it is not null.
std::vector<FoundList> lists_in(const Tables& tables, const std::string& text, const Spelling* spelling) {
    // Options alone are the list of a compiler, or an error. `- ` begins an item of YAML.
    if (text.starts_with('-') && !text.starts_with("-D") && !text.starts_with("- ")) return {};
    std::vector<FoundList> lists = find_lists_of_command(tables, text);
    std::erase_if(lists, [&](const FoundList& list) { return spelling && list.spelling != spelling; });
    return lists;
}

/// The only list. Throws BadInput for several.
const FoundList& only_one_of(std::span<const FoundList> lists) {
    if (lists.size() == 1) return lists.front();
    std::vector<std::string_view> formats;
    for (const FoundList& list : lists)
        if (!contains(formats, list.spelling->name)) formats.push_back(list.spelling->name);
    if (formats.size() > 1)
        throw BadInput(InputError::ambiguous, "the text has lists in several formats: {}; pass --format {}",
                       joined(formats, ", "), formats.front());
    throw BadInput(InputError::ambiguous, "the text has several {} lists; pass one of them, or a file",
                   formats.front());
}

}  // namespace

ListInText read_list_in_text(const Tables& tables, const OptionTexts& texts, std::string_view system, Version release,
                             const std::string& text) {
    constexpr std::string_view guessed = "auto";
    const bool has_format = texts.value_or("format", guessed) != guessed;
    const OptionTexts named = has_format ? texts : texts.without("format");
    ListInText read{
        .context = {tables, system, release}, .text = text, .is_guessed = !has_format && !texts.has("consumer")};
    if (!read.is_guessed) {
        const ChosenSpelling chosen = read_chosen_spelling(tables, named, "");
        read.spelling = &chosen.spelling;
        read.consumer = chosen.consumer;
        if (chosen.consumer) read.context.consumer = chosen.consumer->version;
    }
    const auto read_as = [&](const Spelling& spelling, std::string list) {
        read.spelling = &spelling;
        if (const auto version = read_compiler_of_list(tables, texts, spelling)) read.context.consumer = version;
        read.text = std::move(list);
        read.listing = read_listing(spelling, read.context, read.text);
        const bool is_of_version = spelling.unasked_ptx_until && (texts.has("compiler") || texts.has("consumer"));
        if (is_of_version)
            read.listing = with_implied_ptx(std::move(read.listing),
                                            read.context.consumer->major <= *spelling.unasked_ptx_until);
        return read;
    };
    if (read.spelling) {
        const bool is_plain = std::holds_alternative<Listing>(read.spelling->read(read.context, text));
        const std::vector<FoundList> lists = is_plain ? std::vector<FoundList>()
                                                      : lists_in(tables, text, read.spelling);
        return read_as(*read.spelling, lists.empty() ? text : only_one_of(lists).text);
    }
    if (const std::vector<const Spelling*> fitting = spellings_that_fit(read.context, text); !fitting.empty()) {
        read.also_fit.assign(fitting.begin() + 1, fitting.end());
        return read_as(*fitting.front(), text);
    }
    const std::vector<FoundList> lists = lists_in(tables, text, nullptr);
    if (lists.empty())
        throw BadInput(InputError::unknown,
                       "cannot read {} as an architecture list; pass --format for a more precise error",
                       in_quotes(text));
    const FoundList& list = only_one_of(lists);
    return read_as(*list.spelling, list.text);
}

BuildList read_build_list(const Tables& tables, Version release, const Listing& listing) {
    std::optional<BuildList> expanded = expand(tables, release, listing);
    if (!expanded)
        throw BadInput(InputError::not_here,
                       "'native' means the GPUs of the build machine, which are unknown here; pass their capabilities");
    return *std::move(expanded);
}

}  // namespace cudastdenv::query
