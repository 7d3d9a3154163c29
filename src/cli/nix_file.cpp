#include "cli/nix_file.hpp"

#include "cli/command.hpp"
#include "machine/write_file.hpp"
#include "report/nix.hpp"

namespace cudastdenv::cli {

void put_file(const ParsedOptions& options, const nix::File& file) {
    const std::string text = options.has("json") ? report::nix_json(file) : nix::written(file);
    const std::string output = options.value_or("output", "-");
    if (output == "-") print_answer(text);
    else machine::write_file(output, text);
}

}  // namespace cudastdenv::cli
