#include "cli/exit_status.hpp"
#include "cli/nix.hpp"
#include "cli/nix_file.hpp"
#include "cli/nix_releases.hpp"
#include "cli/question.hpp"
#include "cli/question_options.hpp"
#include "cli/usage_error.hpp"
#include "nix/writers.hpp"
#include "report/messages.hpp"

#include <cudastdenv/lookup.hpp>
#include <cudastdenv/spell.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cudastdenv::cli {

namespace {

bool is_about_capabilities(const Note& note) {
    return std::holds_alternative<PtxOfBaseline>(note) || std::holds_alternative<NotInNixpkgs>(note) ||
           std::holds_alternative<DuplicateCapability>(note);
}

void print_notes(const Question& question, const Resolution& resolution) {
    for (const Note& note : resolution.notes)
        if (is_about_capabilities(note))
            print_aside("note", report::note_message(question.answer(resolution), note));
}

nix::File flags_of_one(const ParsedOptions& options) {
    const Question question(options);
    const Resolution resolution = resolve(question.tables(), question.request());
    print_notes(question, resolution);
    const std::string release = to_string(resolution.release->version);
    return {.comment = fmt::format("Written by `cudastdenv nix flags`: CUDA {} on {}.", release,
                                   question.request().system),
            .head = "",
            .value = nix::flags_set(make_flags(question.tables(), question.request(), resolution)),
            .gaps = false,
            .plain = {}};
}

nix::File flags_of_several(const ParsedOptions& options, const std::vector<std::string>& releases) {
    nix::Set sets;
    for (const std::string& name : releases) {
        const Question question(options.with("cuda", name));
        const Resolution resolution = resolve(question.tables(), question.request());
        const Version release = resolution.release->version;
        const std::string key = nix::package_set_name(release);
        const auto before = std::find_if(sets.begin(), sets.end(), [&](const auto& set) { return set.name == key; });
        if (before != sets.end())
            throw UsageError(fmt::format("{} and {} are both {}; name one of them", before->comment,
                                         "CUDA " + to_string(release), key));
        print_notes(question, resolution);
        sets.push_back({key, nix::package_set(question.tables(), question.request(), resolution),
                        "CUDA " + to_string(release)});
    }
    return {.comment = "Written by `cudastdenv nix flags`.", .head = "", .value = sets, .gaps = false, .plain = {}};
}

int run_flags(const ParsedOptions& options) {
    const std::vector<std::string> releases = read_release_list(options, "");
    if (releases.size() == 1 && options.has("cuda") && options.value("cuda") != "all")
        put_file(options, flags_of_one(options));
    else put_file(options, flags_of_several(options, releases));
    return exit_answered;
}

/// Whether the command line has a list; without one it is the release's default.
bool has_list(const ParsedOptions& options) { return options.has("capabilities") || options.has("gpu"); }

/// The newest release that takes the capabilities asked, where no release was.
ParsedOptions with_release(const ParsedOptions& options) {
    if (options.has("cuda")) return options;
    if (!has_list(options)) return options.with("cuda", "latest");
    const ChosenTables tables(options);
    const std::vector<const Release*> releases = nix::newest_patches(tables.view());
    for (auto release = releases.rbegin(); release != releases.rend(); ++release) {
        const ParsedOptions tried = options.with("cuda", to_string((*release)->version));
        try {
            (void)Question(tried);
            return tried;
        } catch (const UsageError&) {
            // What is wrong with the newest is said below, if no older one will do.
        }
    }
    return options.with("cuda", "latest");
}

int run_config(const ParsedOptions& given) {
    const ParsedOptions options = with_release(given);
    const Question question(options);
    const Resolution resolution = resolve(question.tables(), question.request());
    std::vector<Capability> listed;
    if (given.has("cuda") || has_list(given)) listed = with_ptx_last(build_list(resolution));
    put_file(options, nix::config_file(listed, question.request().forward_compat));
    if (listed.empty()) return exit_answered;
    for (const Loss& loss : adapt(*find_spelling("nix"), build_list(resolution)).losses)
        print_aside("warning", report::loss_message("nixpkgs", loss));
    return exit_answered;
}

constexpr auto nix_flags_options = with_question_options(std::array{output_option});

constexpr std::array<std::string_view, 2> flags_examples{
    "cudastdenv nix flags --cuda 12.8 --capabilities 8.9,9.0a -o flags.nix",
    "cudastdenv nix flags --cuda 12.6,12.8,13.0"};
constexpr std::array<std::string_view, 2> config_examples{"cudastdenv nix config --capabilities 8.9,9.0a",
                                                          "cudastdenv nix config --cuda 12.8 --no-forward-compat"};

}  // namespace

const Command nix_flags_command{"nix flags",
                                "cudaPackages.flags of a release, or of several (V,V or all) by package set",
                                "--cuda V [--capabilities C,C] [OPTIONS]",
                                flags_examples,
                                {},
                                nix_flags_options,
                                run_flags};

const Command nix_config_command{"nix config",
                                 "nixpkgs' config with CUDA, for the capabilities asked",
                                 "[--cuda V] [--capabilities C,C] [OPTIONS]",
                                 config_examples,
                                 {},
                                 nix_flags_options,
                                 run_config};

}  // namespace cudastdenv::cli
