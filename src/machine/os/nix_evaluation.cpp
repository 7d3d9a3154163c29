// SPDX-License-Identifier: MIT
#include "machine/os/nix_evaluation.hpp"

#include "core/entries.hpp"
#include "core/text.hpp"

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

/// The message of an expression that meets a symbolic link, before the link's path in the checkout.
constexpr std::string_view link_met = "symbolic link in the checkout: ";

constexpr std::size_t memory_limit = std::size_t{4} << 30;
constexpr std::size_t most_links = 16;  // each requires another evaluation

/// Nix's message about a failure.
struct Failure {
    std::string line;   ///< without Nix's `error:`; several lines are joined
    std::string place;  ///< `/home/me/nixpkgs/nvcc.nix:3:5`; may be empty
};

/// Whether a line below a message is not part of it: a place, an excerpt of the file, a trace.
bool is_about_the_place(std::string_view line) {
    const std::size_t bar = line.find_first_not_of("0123456789");
    return line.starts_with("at ") || line.starts_with("\u2026") || line.starts_with('(') ||
           (bar != line.npos && line[bar] == '|');
}

/// Older versions print the trace after the error and its place, newer ones before. Further lines of a message have the
/// indentation of the first.
Failure read_failure(std::string_view errors) {
    constexpr std::string_view error_mark = "error: ";
    constexpr std::string_view place_mark = "at /";
    Failure failure;
    std::size_t indentation = 0;
    bool place_of_error = false;
    for (std::string_view line : lines_of(errors)) {
        const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
        line.remove_prefix(blanks);
        if (line.starts_with(error_mark)) {
            failure.line = line.substr(error_mark.size());
            indentation = blanks + error_mark.size();
            place_of_error = false;
        } else if (line.starts_with(place_mark) && !place_of_error) {
            while (line.ends_with(':')) line.remove_suffix(1);
            failure.place = line.substr(place_mark.size() - 1);
            place_of_error = !failure.line.empty();
        } else if (!failure.line.empty() && blanks == indentation && !line.empty() && !is_about_the_place(line)) {
            failure.line += "; " + std::string(line);
        }
    }
    for (std::string* text : {&failure.line, &failure.place})  // Removes colours.
        std::erase_if(*text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    return failure;
}

/// Replaces messages of Nix that do not mention the checkout, or reveal too much. Nix reads a path that is converted to
/// a string, since it would copy it to the store; in some versions the error reveals whether the file exists.
std::string translate_error(const std::string& line) {
    constexpr std::string_view copied = "a path is converted to a string, which copies it to the store: forbidden";
    constexpr std::array<std::array<std::string_view, 2>, 4> meanings{{
        {"' is not supported by store '", copied},
        {"' is forbidden in restricted mode", copied},
        {"getting status of '", copied},
        {"don't know how to open Nix store 'dummy", "this Nix is older than 2.8, which requires a store"},
    }};
    for (const auto& [words, meaning] : meanings)
        if (line.find(words) != line.npos) return std::string(meaning);
    return line;
}

std::string failure_of(const Finished& finished, const NixEvaluation& evaluation) {
    switch (finished.end) {
        case Finished::End::out_of_time:
            return "the evaluation did not finish within " +
                   std::to_string(std::chrono::duration_cast<std::chrono::seconds>(evaluation.time_limit).count()) +
                   " s";
        case Finished::End::too_much_output: return "the evaluation printed more than 16 MiB";
        case Finished::End::signalled: return "nix-instantiate was killed by signal " + std::to_string(finished.status);
        case Finished::End::exited: break;
    }
    const Failure failure = read_failure(finished.errors);
    if (failure.line.empty()) return "nix-instantiate failed with exit status " + std::to_string(finished.status);
    return translate_error(failure.line) + (failure.place.empty() ? "" : " (" + failure.place + ")");
}

/// The path relative to `folder` after its symbolic links, which are followed without any access outside. Empty if one
/// leads out, or for a cycle. The path need not exist.
std::optional<fs::path> follow(const fs::path& folder, const fs::path& path) {
    return followed_in_root(path, [&](const fs::path& link) -> std::optional<fs::path> {
        std::error_code error;
        if (fs::symlink_status(folder / link, error).type() != fs::file_type::symlink) return std::nullopt;
        const fs::path target = fs::read_symlink(folder / link, error);
        if (error) return "/";  // leads out
        return target.is_absolute() ? target.lexically_relative(folder) : link.parent_path() / target;
    });
}

[[noreturn]] void throw_leads_out(const fs::path& path) {
    throw MachineError(path.string() + ": a symbolic link points outside the checkout");
}

/// The link that ended an evaluation; empty: another error.
std::optional<std::string> link_in(std::string_view errors) {
    const std::string line = read_failure(errors).line;
    const std::size_t at = line.find(link_met);
    if (at == line.npos) return std::nullopt;
    std::string link = line.substr(at + link_met.size());
    if (link.ends_with('\'')) link.pop_back();  // the message of an abort is quoted
    return link;
}

}  // namespace

std::string evaluate(const NixEvaluation& evaluation) {
    // Nix expects HOME and its configuration.
    const Surroundings surroundings = Surroundings::here();
    const fs::path program = surroundings.program("nix-instantiate");
    if (program.empty()) throw MachineError("nix-instantiate is not installed; install Nix to read checkouts");
    const TemporaryFolder folder("nix");
    const std::string home = folder.path().string();
    const fs::path drafts = folder.path() / "drafts";
    std::string drafted;
    fs::create_directory(drafts);
    if (const std::optional<NewContent>& draft = evaluation.draft) {
        fs::create_directories((drafts / draft->path).parent_path());
        write_file(drafts / draft->path, draft->text);
        drafted = draft->path.string() + '\n';
    }
    // contained.nix with the expression instead of its last word.
    std::string contained(contained_program);
    contained.replace(contained.rfind("expression\n"), std::string::npos, evaluation.expression);
    Process process{
        .arguments = {program.string(), "--eval", "--strict", "--json",
                      // Makes Nix ask the store to copy, which fails; otherwise Nix reads and hashes the path.
                      "--read-write-mode", "--option", "restrict-eval", "true", "--option",
                      "allow-import-from-derivation", "false", "--option", "allowed-uris", "", "-I",
                      "checkout=" + evaluation.folder.string(), "-I", "drafts=" + fs::canonical(drafts).string(),
                      "--expr", contained, "--argstr", "drafts", drafted, "--argstr", "links", ""},
        .environment = {"PATH=" + surroundings.variable("PATH"), "HOME=" + home, "NIX_CONF_DIR=" + home,
                        "NIX_USER_CONF_FILES=", "NIX_REMOTE=dummy://", "NIX_STATE_DIR=" + home,
                        "XDG_CACHE_HOME=" + home, "NO_COLOR=1", "LC_ALL=C"},
        .memory_limit = memory_limit};
    const auto deadline = std::chrono::steady_clock::now() + evaluation.time_limit;
    std::set<std::string> links;
    while (true) {
        process.time_limit = std::max(
            std::chrono::milliseconds(1),
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()));
        Finished finished = run(process);
        if (finished.end == Finished::End::exited && finished.status == 0) return std::move(finished.output);
        const std::optional<std::string> link = link_in(finished.errors);
        if (!link || links.contains(*link) || links.size() == most_links)
            throw MachineError(evaluation.folder.string() + ": " + failure_of(finished, evaluation));
        const std::optional<fs::path> target = follow(evaluation.folder, *link);
        if (!target) throw_leads_out(evaluation.folder / *link);
        links.insert(*link);
        process.arguments.back() += *link + "\n/" + target->string() + "\n";
    }
}

fs::path without_links(const fs::path& folder, const fs::path& path) {
    const std::optional<fs::path> found = follow(folder, path);
    if (!found) throw_leads_out(folder / path);
    return *found;
}

fs::path find_file(const fs::path& folder, std::span<const std::string> paths) {
    std::error_code error;
    if (!fs::exists(folder, error)) throw MachineError(folder.string() + ": no such directory");
    if (!fs::is_directory(folder, error)) throw MachineError(folder.string() + ": not a directory");
    for (const std::string& path : paths)
        if (fs::is_regular_file(fs::symlink_status(folder / without_links(folder, path), error))) return path;
    return {};
}

}  // namespace cudastdenv::machine
