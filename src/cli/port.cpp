// SPDX-License-Identifier: MIT
/// `port`: what files use that a release no longer has.
#include "cli/command.hpp"
#include "machine/os/write_file.hpp"
#include "query/port_questions.hpp"
#include "report/text.hpp"

#include <unistd.h>

namespace cudastdenv::cli {

namespace {

constexpr std::size_t largest_file = 16 << 20;

bool is_ported(const std::string& name) { return ported_file(name) != PortedFile::build || is_build_file(name); }

/// Writes what --fix changes into the files, all or none, and removes these findings.
void fix_files(PortAnswer& answer) {
    std::vector<machine::NewContent> contents;
    for (auto first = answer.findings.begin(); first != answer.findings.end();) {
        const auto end = std::find_if(first, answer.findings.end(),
                                      [&](const PortAnswer::Finding& each) { return each.file != first->file; });
        const std::span<const PortAnswer::Finding> findings(first, end);
        const std::string& file = first->file;
        if (std::ranges::any_of(findings, &PortAnswer::Finding::is_fixable)) {
            if (file == "-") throw BadInput(InputError::unfit, "cannot change standard input; pass a file with --fix");
            if (::access(file.c_str(), W_OK) != 0) throw DataError(file, "", "cannot be written");
            std::FILE* const none = nullptr;
            const auto fixed = fixed_source(InputFile({none, none, none}, file).read_all(largest_file), findings);
            if (!fixed) throw DataError(file, "", "changed while it was read");
            contents.push_back({file, *fixed});
        }
        first = end;
    }
    machine::replace_files(contents);
    answer.fixed = std::erase_if(answer.findings, [](const PortAnswer::Finding& each) { return each.is_fixable; });
    answer.clean = are_notes(answer.findings);
}

int run_port(const Run& run) {
    PortReader reader(run.context(), run);
    if (run.list().empty())
        throw BadInput(InputError::missing, "missing file; pass sources, build files or directories");
    for (const std::string& path : files_named(run.list(), is_ported))
        reader.add(path, InputFile(run.streams, path).read_all(largest_file));
    PortAnswer answer = reader.answer();
    if (run.has("fix")) fix_files(answer);
    const bool is_clean = answer.clean;
    return run.end(answer, report::port_text, is_clean);
}

constexpr std::array port_options{OptionSpec{"fix", "", "change the files where a name can be replaced as it is"}};

}  // namespace

const Command port_command{
    .name = "port",
    .summary = "List what sources and build files use that a CUDA release no longer has",
    .arguments = "FILE|DIR... --cuda VERSION [--from VERSION] [OPTIONS]",
    .none = "a file uses something that the release lacks",
    .examples = {"cudastdenv port src --from 12.9 --to 13.0", "cudastdenv port --cuda 13.0 kernel.cu CMakeLists.txt",
                 "cudastdenv port --cuda 13.0 --fix ."},
    .positional = "file+",
    .options = port_options,
    .run = run_port,
    .defaults = default_variables,
};

}  // namespace cudastdenv::cli
