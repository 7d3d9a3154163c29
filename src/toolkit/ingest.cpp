#include "toolkit/ingest.hpp"

#include "core/quote.hpp"

#include <cudastdenv/lookup.hpp>

#include <algorithm>
#include <array>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

constexpr std::array checks{HostCheck::gcc, HostCheck::clang, HostCheck::grace};

/// The name of a folder or file, also where the path ends with a slash or is `.`.
std::string name_of(const fs::path& path) {
    const fs::path normal = fs::absolute(path).lexically_normal();
    return (normal.has_filename() ? normal : normal.parent_path()).filename().string();
}

/// Takes what the clues say together, and notes where they contradict each other.
class ClueReader {
public:
    explicit ClueReader(Toolkit& toolkit) : toolkit_(toolkit) {}

    void read() {
        for (const Clue& clue : toolkit_.clues) {
            if (clue.build) take_build(clue);
            if (clue.release) take_release(clue);
        }
        if (toolkit_.build && toolkit_.release && !is_same_minor(*toolkit_.build, *toolkit_.release))
            disagree(*build_by_, *release_by_);
    }

private:
    void disagree(const Clue& first, const Clue& second) {
        toolkit_.problems.emplace_back(CluesDisagree{first, second});
    }

    void take_build(const Clue& clue) {
        if (!toolkit_.build) {
            toolkit_.build = clue.build;
            build_by_ = &clue;
        } else if (*toolkit_.build != *clue.build) {
            disagree(*build_by_, clue);
        }
    }
    void take_release(const Clue& clue) {
        const bool says_more = toolkit_.release && toolkit_.release->patch == -1 && clue.release->patch != -1;
        if (toolkit_.release && compare_as_far_as_known(*toolkit_.release, *clue.release) != 0)
            return disagree(*release_by_, clue);
        if (toolkit_.release && !says_more) return;
        toolkit_.release = clue.release;
        release_by_ = &clue;
    }

    Toolkit& toolkit_;
    const Clue* build_by_ = nullptr;
    const Clue* release_by_ = nullptr;
};

void read_header(Toolkit& toolkit, const ToolkitFiles& files) {
    toolkit.header = files.header;
    if (files.header.empty()) return;
    toolkit.bounds = read_host_config(files.header_text);
    const auto is_missing = [](const HeaderProblem& problem) { return std::holds_alternative<MissingCheck>(problem); };
    if (toolkit.bounds.problems.size() == 2 && std::ranges::all_of(toolkit.bounds.problems, is_missing))
        throw NoToolkit(as_plain_text(files.header) +
                        " checks neither GCC nor Clang: not a toolkit's crt/host_config.h");
    for (const HeaderProblem& problem : toolkit.bounds.problems) toolkit.problems.emplace_back(problem);
    toolkit.bounds.problems.clear();
}

void ask(Toolkit& toolkit, const FileTree& tree, const Surroundings& surroundings) {
    ToolAnswers answers = ask_tools(tree, surroundings);
    if (answers.build)
        toolkit.clues.push_back({.kind = Clue::Kind::nvcc,
                                 .where = answers.nvcc.empty() ? "ptxas" : answers.nvcc,
                                 .build = answers.build,
                                 .release = {},
                                 .package = {},
                                 .package_version = {},
                                 .platform = {}});
    for (const ToolTrouble& trouble : answers.troubles) toolkit.problems.emplace_back(trouble);
    toolkit.answers = std::move(answers);
}

bool says_which(const Clue& clue) { return clue.build || (clue.release && clue.release->patch != -1); }

const Release* find_exactly(const Tables& tables, Version version) {
    const auto found = std::ranges::find(tables.releases, version, &Release::version);
    return found == tables.releases.end() ? nullptr : &*found;
}

std::optional<Version> build_of(const Release& release) {
    return release.nvcc ? full_version(*release.nvcc) : std::nullopt;
}

std::optional<HeaderBounds> bounds_of(const std::optional<HostRange>* range) {
    if (!range || !*range) return std::nullopt;
    return HeaderBounds{(*range)->min, (*range)->max};
}

SourceIds sources_of(const std::optional<HostRange>* range) {
    return range && *range ? (*range)->sources : SourceIds();
}

bool takes(const CapabilityRow& row, Version release) {
    return VersionRange{row.nvcc.first, row.nvcc.last}.contains(release);
}

bool is_of_header(const IngestProblem& problem) { return std::holds_alternative<HeaderProblem>(problem); }

/// Whether what the header says of it is known. GCC and Clang are always checked; older headers know nothing of Grace.
bool is_read(const Toolkit& toolkit, HostCheck check) {
    if (bounds_of(toolkit.bounds, check)) return true;
    return check == HostCheck::grace && std::ranges::none_of(toolkit.problems, is_of_header);
}

void compare_bounds(const Tables& tables, const Release& release, const Toolkit& toolkit,
                    std::vector<Difference>& differences) {
    for (const HostCheck check : checks) {
        if (!is_read(toolkit, check)) continue;
        const std::optional<HostRange>* range = find_range(tables, release.version, check);
        if (bounds_of(range) != bounds_of(toolkit.bounds, check))
            differences.emplace_back(BoundsDiffer{release.version, check, bounds_of(range),
                                                  bounds_of(toolkit.bounds, check), sources_of(range)});
    }
}

void compare_capabilities(const Tables& tables, const Release& release, const std::vector<Capability>& taken,
                          std::vector<Difference>& differences) {
    for (const Capability capability : taken) {
        const CapabilityRow* row = find_capability(tables, capability);
        if (!row || !takes(*row, release.version))
            differences.emplace_back(
                CapabilityTaken{release.version, capability, row != nullptr, row ? row->nvcc.sources : SourceIds()});
    }
    for (const CapabilityRow& row : tables.capabilities)
        if (takes(row, release.version) && std::ranges::find(taken, row.capability) == taken.end())
            differences.emplace_back(CapabilityRefused{release.version, row.capability, row.nvcc.sources});
}

/// Which release it is by the tables, and what is different there.
class Judge {
public:
    Judge(const Tables& tables, IngestResult& result) : tables_(tables), toolkit_(result.toolkit), result_(result) {}

    void judge(const std::string& today) {
        find_releases();
        find_source(today);
        for (const Version version : result_.verdict.releases) compare(version);
    }

private:
    void find_releases() {
        std::vector<Version>& releases = result_.verdict.releases;
        const std::optional<Version> named = toolkit_.release && toolkit_.release->patch != -1 ? toolkit_.release
                                                                                               : std::nullopt;
        if (named) releases.push_back(*named);
        if (const Release* release = named ? find_exactly(tables_, *named) : nullptr; release && !toolkit_.build)
            toolkit_.build = build_of(*release);
        // The same build in another release has the same header.
        for (const Release& release : tables_.releases)
            if (toolkit_.build && build_of(release) == toolkit_.build && release.version != named)
                releases.push_back(release.version);
        if (releases.empty() && !toolkit_.build && toolkit_.release) find_by_minor(*toolkit_.release);
        std::ranges::sort(releases);
        if (releases.empty()) toolkit_.problems.emplace_back(ReleaseUnknown{toolkit_.build});
    }

    /// It is one of them: those from which it differs are not the ones, unless it differs from all.
    void find_by_minor(Version minor) {
        result_.verdict.exact = false;
        std::vector<Version> all, same;
        for (const Release& release : tables_.releases) {
            if (!is_same_minor(release.version, minor)) continue;
            all.push_back(release.version);
            if (differences_from(tables_, release, toolkit_).empty()) same.push_back(release.version);
        }
        result_.verdict.releases = same.empty() ? all : same;
    }

    std::string_view text(std::string value) {
        return *result_.texts.emplace_back(std::make_unique<const std::string>(std::move(value)));
    }

    void find_source(const std::string& today) {
        SourceRow& source = result_.verdict.source;
        const std::string number = toolkit_.build     ? to_string(*toolkit_.build)
                                   : toolkit_.release ? to_string(*toolkit_.release)
                                                      : "unknown";
        source.id = text("nvidia-header-" + number);
        if (const SourceRow* known = cudastdenv::find_source(tables_, source.id)) {
            source = *known;
            return;
        }
        result_.verdict.is_new_source = true;
        source.kind = SourceRow::Kind::header;
        const std::string of = "crt/host_config.h of nvcc " + number;
        const std::string file = ", file " + as_plain_text(toolkit_.header);
        const Clue* package = find_package();
        if (!package) {
            // A header with no address and in no package is what somebody saw.
            source.kind = SourceRow::Kind::measured;
            source.title = text(of + ", an installed toolkit");
            source.locator = text("an installed toolkit" + file);
        } else {
            source.title = text(of + ", " + words_for(*package) + " " + as_plain_text(package->package));
            source.locator = text(place_of(*package) + file);
            if (!is_by_name(*package)) source.kind = SourceRow::Kind::measured;
        }
        source.retrieved = text(today);
    }

    [[nodiscard]] const Clue* find_package() const {
        const auto found = std::ranges::find_if(toolkit_.clues, [](const Clue& clue) { return !clue.package.empty(); });
        return found == toolkit_.clues.end() ? nullptr : &*found;
    }

    /// PyPI and Debian are where everybody finds a package of that name.
    static bool is_by_name(const Clue& clue) {
        return clue.kind == Clue::Kind::wheel ||
               (clue.kind == Clue::Kind::debian && !clue.package.starts_with("cuda-"));
    }

    static std::string words_for(const Clue& clue) {
        switch (clue.kind) {
            case Clue::Kind::wheel: return "NVIDIA's wheel";
            case Clue::Kind::conda: return "the conda package";
            case Clue::Kind::redist: return "NVIDIA's archive";
            case Clue::Kind::debian: return is_by_name(clue) ? "Debian's package" : "NVIDIA's package";
            case Clue::Kind::version_json:
            case Clue::Kind::runtime_header:
            case Clue::Kind::nvcc:
            case Clue::Kind::option: return "the package";
        }
        return {};
    }

    static std::string place_of(const Clue& clue) {
        const std::string package = as_plain_text(clue.package + " " + clue.package_version);
        if (clue.kind == Clue::Kind::wheel)
            return "PyPI: " + package + (clue.platform.empty() ? "" : " for " + as_plain_text(clue.platform));
        const std::string platform = clue.platform.empty() ? "" : " (" + as_plain_text(clue.platform) + ")";
        return (is_by_name(clue) ? "Debian: " : "") + package + platform;
    }

    void compare(Version version) {
        IngestVerdict& verdict = result_.verdict;
        const Release* release = find_exactly(tables_, version);
        if (!release) {
            verdict.differences.emplace_back(NewRelease{version});
            return;
        }
        const std::vector<Difference> found = differences_from(tables_, *release, toolkit_);
        verdict.differences.insert(verdict.differences.end(), found.begin(), found.end());
        const auto is_of_bounds = [](const Difference& d) { return std::holds_alternative<BoundsDiffer>(d); };
        const bool agrees = std::ranges::none_of(found, is_of_bounds) &&
                            std::ranges::none_of(toolkit_.problems, is_of_header);
        if (!toolkit_.header.empty() && verdict.exact && agrees && !is_cited(version))
            verdict.uncited.push_back(version);
    }

    [[nodiscard]] bool is_cited(Version version) const {
        return std::ranges::all_of(checks, [&](HostCheck check) {
            const std::optional<HostRange>* range = find_range(tables_, version, check);
            if (!range || !*range) return true;
            return std::ranges::find((*range)->sources, result_.verdict.source.id) != (*range)->sources.end();
        });
    }

    const Tables& tables_;
    Toolkit& toolkit_;
    IngestResult& result_;
};

}  // namespace

bool is_same_minor(Version left, Version right) noexcept {
    return left.major == right.major && left.minor == right.minor;
}

const std::optional<HeaderBounds>& bounds_of(const HostConfig& config, HostCheck check) noexcept {
    switch (check) {
        case HostCheck::gcc: return config.gcc;
        case HostCheck::clang: return config.clang;
        case HostCheck::grace: return config.grace;
    }
    return config.gcc;
}

const std::optional<HostRange>* find_range(const Tables& tables, Version release, HostCheck check) noexcept {
    const Compiler::Family family = check == HostCheck::gcc ? Compiler::Family::gcc : Compiler::Family::clang;
    const HostCompilerRow* row = find_host_compilers(tables, family, release);
    if (!row) return nullptr;
    return check == HostCheck::grace ? &row->grace : &row->enforced;
}

Toolkit read_toolkit(const fs::path& path, const IngestOptions& options, const Surroundings& surroundings) {
    const std::unique_ptr<FileTree> tree = open_file_tree(path, surroundings);
    ToolkitFiles files = find_toolkit_files(*tree, name_of(path), surroundings);
    Toolkit toolkit;
    toolkit.path = path;
    toolkit.clues = std::move(files.clues);
    if (options.release)
        toolkit.clues.insert(toolkit.clues.begin(), {.kind = Clue::Kind::option,
                                                     .where = "--cuda",
                                                     .build = {},
                                                     .release = options.release,
                                                     .package = {},
                                                     .package_version = {},
                                                     .platform = {}});
    if (files.header.empty() && std::ranges::none_of(toolkit.clues, says_which))
        throw NoToolkit("no CUDA toolkit: no crt/host_config.h where a toolkit or a package of one has it");
    read_header(toolkit, files);
    for (const UnreadableClue& clue : files.unreadable) toolkit.problems.emplace_back(clue);
    if (options.run && !tree->folder().empty()) ask(toolkit, *tree, surroundings);
    ClueReader(toolkit).read();
    return toolkit;
}

std::vector<Difference> differences_from(const Tables& tables, const Release& release, const Toolkit& toolkit) {
    std::vector<Difference> differences;
    if (toolkit.build && build_of(release) != toolkit.build)
        differences.emplace_back(BuildDiffers{release.version, build_of(release), *toolkit.build, release.sources});
    if (!toolkit.header.empty()) compare_bounds(tables, release, toolkit, differences);
    if (!toolkit.answers) return differences;
    if (toolkit.answers->newest_standard && *toolkit.answers->newest_standard != release.newest_standard)
        differences.emplace_back(StandardDiffers{release.version, release.newest_standard,
                                                 *toolkit.answers->newest_standard, release.sources});
    if (!toolkit.answers->capabilities.empty())
        compare_capabilities(tables, release, toolkit.answers->capabilities, differences);
    return differences;
}

IngestResult judge_toolkit(const Tables& tables, Toolkit toolkit, const std::string& today) {
    IngestResult result{std::move(toolkit), {}, {}};
    Judge(tables, result).judge(today);
    return result;
}

}  // namespace cudastdenv::machine
