#include "cli/nix_releases.hpp"

#include "cli/question.hpp"
#include "cli/usage_error.hpp"
#include "nix/rows.hpp"

namespace cudastdenv::cli {

std::vector<std::string> read_release_list(const ParsedOptions& options, std::string_view fallback) {
    const std::string text = options.value_or("cuda", fallback);
    if (!options.has("cuda") && text.empty())
        throw UsageError("which CUDA releases? Give --cuda 12.8, --cuda 12.6,12.8 or --cuda all");
    std::vector<std::string> names;
    if (text == "all") {
        const ChosenTables tables(options);
        for (const Release* release : nix::newest_patches(tables.view())) names.push_back(to_string(release->version));
        return names;
    }
    for (std::size_t begin = 0; begin != text.npos;) {
        const std::size_t comma = text.find(',', begin);
        names.push_back(text.substr(begin, comma == text.npos ? comma : comma - begin));
        begin = comma == text.npos ? comma : comma + 1;
    }
    return names;
}

}  // namespace cudastdenv::cli
