// SPDX-License-Identifier: MIT
// The form that `nix-store -q --graphml` prints, and nothing else of GraphML or XML: no comments, no entities, no
// element that Nix does not write. An XML library would bring all of that, to be refused afterwards.
//
//     <?xml version='1.0' encoding='utf-8'?>
//     <graphml xmlns='...'>
//     <key id='name' for='node' attr.name='name' attr.type='string'/><graph id='G' edgedefault='directed'>
//       <node id="HASH-NAME">
//         <data key="narSize">496</data>
//       </node>
//       <edge source="HASH-NAME" target="HASH-NAME"/>
//     </graph>
//     </graphml>
//
// An edge goes the way of our References: its source refers to its target.
#include "graph/readers.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace cudastdenv {

namespace {

constexpr std::string_view graphml_blanks = " \t\r\n";

/// Longer than two names of the greatest length and what Nix writes around them.
constexpr std::size_t max_tag = 4 * max_graph_name;

/// An element and the one that it stands in.
struct Nesting {
    std::string_view element, parent;
};
constexpr std::array<Nesting, 6> nestings{{{"graphml", ""},
                                           {"key", "graphml"},
                                           {"graph", "graphml"},
                                           {"node", "graph"},
                                           {"edge", "graph"},
                                           {"data", "node"}}};

class GraphmlReader {
public:
    GraphmlReader(Bytes& bytes, std::string_view file) : bytes_(bytes), file_(file) {}

    DependencyGraph read() {
        while (next_tag()) {
            if (tag_.starts_with('?')) continue;
            if (tag_.starts_with('/')) close(std::string_view(tag_).substr(1));
            else open();
        }
        if (!complete_) fail("not a complete graph: </graphml> is missing");
        return std::move(graph_);
    }

private:
    [[noreturn]] void fail(const std::string& problem) const { fail_at(file_, bytes_.position(), problem); }
    [[noreturn]] void fail_tag() const { fail("not as `nix-store -q --graphml` prints it"); }

    /// Reads what stands between `<` and `>` into tag_; false at the end of the input.
    bool next_tag() {
        for (int byte = bytes_.peek(); byte != '<'; byte = bytes_.peek()) {
            if (byte == Bytes::end) return false;
            // Text is what <data> holds.
            if (graphml_blanks.find(static_cast<char>(byte)) == graphml_blanks.npos &&
                (open_.empty() || open_.back() != "data"))
                fail_tag();
            skip();
        }
        skip();
        tag_.clear();
        char quote = 0;
        for (int byte = bytes_.peek(); quote != 0 || byte != '>'; byte = bytes_.peek()) {
            if (byte == Bytes::end || tag_.size() == max_tag) fail_tag();
            const auto c = static_cast<char>(byte);
            if (quote == 0 && (c == '"' || c == '\'')) quote = c;
            else if (c == quote) quote = 0;
            tag_ += c;
            skip();
        }
        skip();
        return true;
    }

    void skip() {
        bytes_.skip();
        check_graph_size(file_, bytes_.position());
    }

    void open() {
        const bool is_empty = tag_.ends_with('/');
        if (is_empty) tag_.pop_back();
        const std::string_view tag = tag_;
        const std::string_view name = tag.substr(0, tag.find_first_of(graphml_blanks));
        const auto nesting = std::ranges::find(nestings, name, &Nesting::element);
        const std::string_view parent = open_.empty() ? std::string_view() : open_.back();
        if (complete_ || nesting == nestings.end() || nesting->parent != parent) fail_tag();
        take(nesting->element, tag.substr(name.size()));
        if (!is_empty) open_.push_back(nesting->element);
        else if (name == "graphml") complete_ = true;
    }

    void close(std::string_view name) {
        name = name.substr(0, name.find_last_not_of(graphml_blanks) + 1);
        if (open_.empty() || open_.back() != name) fail_tag();
        open_.pop_back();
        complete_ = open_.empty();
    }

    void take(std::string_view element, std::string_view attributes) {
        if (element == "graph" && attribute(attributes, "edgedefault") != "directed") fail("the graph is not directed");
        if (element == "node") graph_.listed_node(name_in(attributes, "id"));
        if (element == "edge") {
            const NodeIndex from = graph_.node(name_in(attributes, "source"));
            graph_.add_reference(from, graph_.node(name_in(attributes, "target")));
        }
    }

    /// Names in a Nix store need no entities.
    [[nodiscard]] std::string_view name_in(std::string_view attributes, std::string_view key) const {
        const std::optional<std::string_view> name = attribute(attributes, key);
        if (!name || name->find_first_of("&<") != name->npos) fail_tag();
        check_node_name(*name, file_, bytes_.position());
        return *name;
    }

    /// The value of an attribute; all of them are checked for their form: `key="value"`.
    [[nodiscard]] std::optional<std::string_view> attribute(std::string_view rest, std::string_view key) const {
        std::optional<std::string_view> found;
        while (rest.find_first_not_of(graphml_blanks) != rest.npos) {
            if (graphml_blanks.find(rest.front()) == graphml_blanks.npos) fail_tag();
            rest.remove_prefix(rest.find_first_not_of(graphml_blanks));
            const std::size_t equals = rest.find('=');
            if (equals == rest.npos || equals + 1 == rest.size()) fail_tag();
            const char quote = rest[equals + 1];
            const std::size_t end = rest.find(quote, equals + 2);
            if ((quote != '"' && quote != '\'') || end == rest.npos) fail_tag();
            if (rest.substr(0, equals) == key) {
                if (found) fail_tag();
                found = rest.substr(equals + 2, end - equals - 2);
            }
            rest.remove_prefix(end + 1);
        }
        return found;
    }

    Bytes& bytes_;
    std::string_view file_;
    DependencyGraph graph_;
    std::string tag_;
    std::vector<std::string_view> open_;  ///< elements that are not closed yet, the root first
    bool complete_ = false;               ///< the root is closed
};

}  // namespace

DependencyGraph read_graphml(Bytes& bytes, std::string_view file) { return GraphmlReader(bytes, file).read(); }

}  // namespace cudastdenv
