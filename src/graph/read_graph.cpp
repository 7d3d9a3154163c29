// SPDX-License-Identifier: MIT
#include "graph/read_graph.hpp"

#include "core/quote.hpp"
#include "graph/readers.hpp"

#include <algorithm>
#include <array>

namespace cudastdenv {

namespace {

constexpr std::array<std::string_view, 4> names{"path-info", "derivations", "registration", "nodes"};

bool is_space(int byte) { return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r'; }

}  // namespace

std::string_view to_string(GraphFormat format) noexcept { return names[static_cast<std::size_t>(format)]; }

std::optional<GraphFormat> parse_graph_format(std::string_view name) noexcept {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<GraphFormat>(found - names.begin());
}

std::span<const std::string_view> graph_format_names() noexcept { return names; }

void check_node_name(std::string_view name, std::string_view file, std::size_t position) {
    if (name.empty()) fail_at(file, position, "a node with an empty name");
    if (name.size() > max_graph_name) fail_at(file, position, "the name " + in_quotes(name) + " is too long");
    if (!is_plain_text(name)) fail_at(file, position, "control characters in the name " + in_quotes(name));
}

ReadGraph read_graph(Bytes& bytes, std::string_view file, std::optional<GraphFormat> format) {
    while (is_space(bytes.peek())) {
        bytes.skip();
        check_graph_size(file, bytes.position());
    }
    const int first = bytes.peek();
    if (first == Bytes::end) throw DataError(file, "", "empty; a dependency graph was expected");
    if (format == GraphFormat::registration || (!format && first == '/'))
        return {read_registration(bytes, file), GraphFormat::registration};
    if (first != '{' && first != '[')
        throw DataError(file, "", "neither JSON nor a registration; give what `nix path-info --json -r` prints");
    return read_json_graph(bytes, file, format);
}

}  // namespace cudastdenv
