// SPDX-License-Identifier: MIT
#include "block_laws.hpp"

#include "builtin.hpp"

namespace cudastdenv::laws {

bool has_advisory_of(const ExplainAnswer& explained, const MessageRow& message) {
    return std::ranges::any_of(explained.advisories, [&](const Advisory& advisory) {
        return std::ranges::find(message.advisories, advisory.id) != message.advisories.end();
    });
}

namespace {

std::optional<CxxStandard> parse_standard(int number) {
    for (const CxxStandard standard : enumerators<CxxStandard>)
        if (std::string(to_string(standard)) == "c++" + std::to_string(number)) return standard;
    return std::nullopt;
}

/// A package's name for that release.
std::string with_release(std::string_view name, Version release) {
    std::string text(name);
    for (const auto& [hole, value] :
         {std::pair{std::string_view("{major}"), release.major}, std::pair{std::string_view("{minor}"), release.minor}})
        if (const std::size_t at = text.find(hole); at != text.npos)
            text.replace(at, hole.size(), std::to_string(value));
    return text;
}

}  // namespace

const EnvironmentRow* environment_for(std::string_view tool, const EnvironmentRow* environment) {
    if (tool != "conda") return environment;
    const auto channel = std::ranges::find(tables.environments, "conda-forge", &EnvironmentRow::id);
    return channel == tables.environments.end() ? environment : &*channel;
}

std::string minor_text(Version version) { return std::to_string(version.major) + "." + std::to_string(version.minor); }

bool is_in_minor(Version release, Version minor) {
    return release.major == minor.major && release.minor == minor.minor;
}

Question question_for(const KnownFacts& facts, Version release, std::string_view tool) {
    Question question;
    question.cuda = to_string(release);
    question.stdenv = tool == "conda" ? std::optional<std::string>("conda-forge") : facts.place;
    return question;
}

BlockLaws::BlockLaws(const std::string& command)
    : option_(command + " option", "each option exists in what it is given to"),
      package_(command + " package", "each package exists in the tables"),
      shell_(command + " shell", "lines are correct in the language of their tool"),
      placeholder_(command + " placeholder", "lines have no placeholder"),
      stop_(command + " stop", "no line goes on with the value of a command that failed"),
      works_(command + " works", "explain says that it works with what the lines name") {}

Block BlockLaws::read(std::string_view tool, const std::vector<std::string>& lines, const EnvironmentRow* environment) {
    const KnownBlock& known = known_block(tool, lines);
    const CompilerNames& names = names_in(environment_for(tool, environment));
    Block block{tool, known.read, names, {}, known.text};
    for (const std::string& program : known.read.programs)
        if (const auto compiler = names.of_program(program)) block.compilers.insert(*compiler);
    for (const InstalledPackage& package : known.read.packages) {
        if (const auto compiler = names.of_package(package)) block.compilers.insert(*compiler);
        else block.installs_other = true;
    }
    return block;
}

void BlockLaws::check(const KnownFacts& facts, const MessageRow* message, const Block& block, const std::string& kind,
                      const std::string& command, const Example& example) {
    scripts_.try_emplace(std::string(block.tool) + "\n" + block.text, command);
    check_options(facts, block, kind, example);
    check_packages(block, kind, example);
    check_works(facts, message, block, kind, example);
}

const CompilerNames& BlockLaws::names_in(const EnvironmentRow* environment) {
    const auto at = names_.find(environment);
    return at != names_.end() ? at->second
                              : names_.emplace(environment, CompilerNames(tables, environment)).first->second;
}

const BlockLaws::KnownBlock& BlockLaws::known_block(std::string_view tool, const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    const auto [at, is_new] = blocks_.try_emplace(std::string(tool) + "\n" + text);
    if (is_new) at->second = {read_block(tool, lines), text};
    return at->second;
}

void BlockLaws::check_options(const KnownFacts& facts, const Block& block, const std::string& kind,
                              const Example& example) {
    if (block.read.passes_gcc_install_dir) {
        std::set<Compiler> compilers = block.compilers;
        if (compilers.empty() && facts.host) compilers.insert(*facts.host);
        option_.expect(std::ranges::all_of(compilers,
                                           [](Compiler compiler) {
                                               return compiler.family == Compiler::Family::clang &&
                                                      compiler.major >= 16;
                                           }),
                       kind + ": --gcc-install-dir", example);
    }
    const std::optional<Version> release = facts.release;
    if (!release) return;
    if (block.read.sets_ccbin_variable && !block.read.passes_ccbin) {
        const auto row = std::ranges::find_if(tables.ccbin_variable, [&](const CcbinVariableRow& one) {
            return VersionRange{one.first, one.last}.contains(*release);
        });
        option_.expect(row != tables.ccbin_variable.end() && row->heeded, kind + ": NVCC_CCBIN", example);
    }
    for (const int standard : block.read.standards) check_standard(standard, *release, block, kind, example);
    for (const TypedList& list : block.read.lists) {
        const Result<ReadList> read = read_list({list.text, list.format, to_string(*release), std::nullopt});
        bool is_supported = static_cast<bool>(read);
        std::string why = read ? "" : read.problem().text;
        if (read)
            for (const auto* all : {&read->machine_code, &read->ptx})
                for (const std::string& text : *all) {
                    const auto row = std::ranges::find_if(tables.capabilities, [&](const CapabilityRow& one) {
                        return to_string(one.capability) == text;
                    });
                    const bool fits = row != tables.capabilities.end() && row->nvcc.takes_in(*release);
                    if (!fits) why += " " + text;
                    is_supported = is_supported && fits;
                }
        option_.expect(is_supported, kind + ": list in the format " + list.format, [&] { return example() + why; });
    }
}

void BlockLaws::check_standard(int standard, Version release, const Block& block, const std::string& kind,
                               const Example& example) {
    const auto standard_value = parse_standard(standard);
    const auto row = std::ranges::find(tables.releases, release, &Release::version);
    const bool is_known = row != tables.releases.end() && row->newest_standard && standard_value;
    if (is_known) option_.expect(*standard_value <= *row->newest_standard, kind + ": -std of nvcc", example);
    for (const HostStandardRow& limit : tables.host_standards)
        if (standard_value == limit.standard && VersionRange{limit.first, limit.last}.contains(release))
            for (const Compiler compiler : block.compilers)
                if (compiler.family == limit.family)
                    option_.expect(compiler.major >= limit.min, kind + ": -std of the host compiler", example);
}

void BlockLaws::check_packages(const Block& block, const std::string& kind, const Example& example) {
    for (const InstalledPackage& package : block.read.packages)
        package_.expect(block.names.of_package(package) || is_component_package(package), kind + ": " + package.word,
                        example);
}

/// Whether the tables have the package for some release.
bool BlockLaws::is_component_package(const InstalledPackage& package) {
    if (component_packages_.empty())
        for (const ComponentPackageRow& row : tables.component_packages)
            for (const Release& release : tables.releases)
                if (VersionRange{row.first, row.last}.contains(release.version))
                    for (const auto& name :
                         {row.headers, row.linking, row.loading, row.static_libraries, row.stubs, row.tools})
                        if (name)
                            component_packages_.insert(std::string(to_string(row.manager)) + " " +
                                                       with_release(*name, release.version));
    const std::string manager = package.manager == "uv" ? "pip" : package.manager;  // the same index
    if (package.manager == "conda" && (package.name == "cuda-version" || package.name == "libstdcxx")) return true;
    // `cuda-toolkit[cublas]`: an extra of NVIDIA's wheel.
    constexpr std::string_view toolkit = "cuda-toolkit[";
    if (manager == "pip" && package.name.starts_with(toolkit))
        return std::ranges::any_of(tables.components, [&](const ComponentRow& row) {
            return row.extra && package.name == std::string(toolkit) + std::string(*row.extra) + "]";
        });
    if (manager == "pip" &&
        std::ranges::find(tables.consumers, package.name, &ConsumerRow::id) != tables.consumers.end())
        return true;
    // Rows of messages name packages of other projects, with a source.
    const auto names_it = [&](std::string_view line) { return line.find(package.name) != line.npos; };
    for (const MessageLinesRow& row : tables.message_lines)
        if (to_string(row.tool) == package.manager && std::ranges::any_of(row.lines, names_it)) return true;
    return component_packages_.contains(manager + " " + package.name);
}

/// The compilers that work is asked of: what the block chooses, otherwise what is in use or what `env` chooses.
void BlockLaws::check_works(const KnownFacts& facts, const MessageRow* message, const Block& block,
                            const std::string& kind, const Example& example) {
    if (!facts.place || block.tool == "nix" || block.tool == "nixpkgs") return;
    std::optional<Version> release = facts.release;
    for (const Version named : block.read.releases)
        if (release && block.read.releases.size() == 1 && !is_in_minor(*release, named)) {
            const Release* newest = nullptr;
            for (const Release& one : tables.releases)
                if (is_in_minor(one.version, named) && !one.preview) newest = &one;
            if (newest) release = newest->version;
        }
    if (!release) return;
    std::set<Compiler> compilers = block.compilers;
    const Question question = question_for(facts, *release, block.tool);
    const bool is_of_host = message &&
                            (message->cause == MessageCause::host_compiler || message->cause == MessageCause::advisory);
    // The compiler of a package set of nixpkgs, which only Nix knows.
    if (block.text.find(".backendStdenv.cc") != block.text.npos) return;
    if (compilers.empty() && is_of_host) {
        const ResolveAnswer* resolved = resolver.resolve(question);
        if (block.text.find("cudastdenv env") != block.text.npos) {
            works_.expect(resolved && resolved->works, kind,
                          [&] { return example() + "resolve knows no compiler that works there"; });
            return;
        }
        if (facts.host) compilers.insert(*facts.host);
    }
    for (const Compiler compiler : compilers) {
        const ExplainAnswer* explained = resolver.explain_compiler(question, compiler);
        if (!explained) continue;
        std::string why;
        const bool is_elsewhere = block.tool == "docker" || !facts.environment;
        if (!explained->available && !is_elsewhere) why = "the environment does not have it";
        else if (explained->works != true) why = explained->rejection ? explained->rejection->text : "unknown";
        else if (!block.read.avoids_glibc_conflict) {
            for (const Advisory& advisory : explained->advisories)
                if (advisory.severity == AdvisorySeverity::broken) why = std::string(advisory.id);
            if (why.empty() && message && has_advisory_of(*explained, *message)) why = "the advisory of the message";
        }
        works_.expect(why.empty(), kind, [&] { return example() + to_string(compiler) + ": " + why; });
    }
}

void BlockLaws::check_scripts() {
    Scripts scripts;
    std::vector<const std::pair<const std::string, std::string>*> added;
    for (const auto& script : scripts_) {
        const std::string_view all = script.first;
        const std::string_view tool = all.substr(0, all.find('\n'));
        scripts.add(tool, all.substr(tool.size() + 1));
        added.push_back(&script);
    }
    const std::set<std::size_t> malformed = scripts.find_malformed();
    const std::set<std::size_t> heedless = scripts.find_heedless();
    for (std::size_t i = 0; i < added.size(); ++i) {
        const std::string tool = added[i]->first.substr(0, added[i]->first.find('\n'));
        const std::string text = added[i]->first.substr(tool.size() + 1);
        const auto example = [&] { return added[i]->second + "\n" + text; };
        placeholder_.expect(!has_placeholder(text), "for " + tool, example);
        shell_.expect(!malformed.contains(i), "for " + tool, example);
        if (scripts.runs(i)) stop_.expect(!heedless.contains(i), "for " + tool, example);
    }
}

}  // namespace cudastdenv::laws
