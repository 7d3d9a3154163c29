#include "ask/list.hpp"

namespace cudastdenv::asking {

std::vector<std::string_view> split_list(std::string_view text) {
    std::vector<std::string_view> parts;
    if (text.empty()) return parts;
    for (;;) {
        const std::size_t comma = text.find(',');
        std::string_view part = text.substr(0, comma);
        while (part.starts_with(' ')) part.remove_prefix(1);
        while (part.ends_with(' ')) part.remove_suffix(1);
        parts.push_back(part);
        if (comma == text.npos) return parts;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace cudastdenv::asking
