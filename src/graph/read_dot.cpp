// SPDX-License-Identifier: MIT
// The form that `nix-store -q --graph` prints, and nothing else of the dot language. Boost's read_graphviz was left
// out: it wants Boost.Regex or Boost.Spirit at link or compile time, keeps the whole text and a property map for
// every attribute in memory, and accepts graphs (undirected, subgraphs, ports) that would then have to be refused.
//
//     digraph G {
//     "HASH-NAME" [label = "NAME", shape = box, style = filled, fillcolor = "#ff0000"];
//     "HASH-NAME" -> "HASH-NAME" [color = "black"];
//     }
//
// The arrow goes from what is referred to, to what refers to it: the way of Nix, against the way of our References.
#include "graph/lines.hpp"

#include <algorithm>
#include <utility>

namespace cudastdenv {

namespace {

class DotReader {
public:
    DotReader(Bytes& bytes, std::string_view file) : bytes_(bytes), file_(file), lines_(bytes, file) {}

    DependencyGraph read() {
        if (!lines_.next() || !opens_graph())
            lines_.fail("neither JSON nor what `nix-store -q --graph`, `--graphml` or `--dump-db` prints");
        while (lines_.next()) {
            if (lines_.line() == "}") {
                expect_end();
                return std::move(graph_);
            }
            if (!lines_.line().empty()) read_statement(lines_.line());
        }
        lines_.fail("the graph is not closed: its last line should be `}`");
    }

private:
    [[nodiscard]] bool opens_graph() const {
        return lines_.line().starts_with("digraph ") && lines_.line().ends_with("{");
    }

    void expect_end() {
        while (lines_.next())
            if (!lines_.line().empty()) lines_.fail("something follows the graph's closing `}`");
    }

    void read_statement(std::string_view rest) {
        const NodeIndex first = graph_.node(take_name(rest));
        skip_blanks(rest);
        if (!rest.starts_with("->")) {
            check_attributes(rest);
            graph_.listed_node(graph_.name(first));
            return;
        }
        rest.remove_prefix(2);
        skip_blanks(rest);
        const NodeIndex second = graph_.node(take_name(rest));
        skip_blanks(rest);
        check_attributes(rest);
        graph_.add_reference(second, first);
    }

    static void skip_blanks(std::string_view& rest) {
        while (rest.starts_with(' ') || rest.starts_with('\t')) rest.remove_prefix(1);
    }

    /// A quoted name. Names in a Nix store are ASCII and hold neither quotes nor backslashes.
    std::string_view take_name(std::string_view& rest) const {
        const std::size_t close = rest.starts_with('"') ? rest.find('"', 1) : rest.npos;
        if (close == rest.npos) fail_statement();
        const std::string_view name = rest.substr(1, close - 1);
        const auto is_foreign = [](char c) { return c == '\\' || static_cast<unsigned char>(c) >= 0x80; };
        if (std::ranges::any_of(name, is_foreign)) fail_statement();
        check_node_name(name, file_, bytes_.position());
        rest.remove_prefix(close + 1);
        return name;
    }

    /// `[...];`, `;` or nothing.
    void check_attributes(std::string_view rest) const {
        if (rest.ends_with(';')) rest.remove_suffix(1);
        if (!rest.empty() && !(rest.starts_with('[') && rest.ends_with(']'))) fail_statement();
    }

    [[noreturn]] void fail_statement() const {
        lines_.fail("neither a node nor a reference as `nix-store -q --graph` prints");
    }

    Bytes& bytes_;
    std::string_view file_;
    Lines lines_;
    DependencyGraph graph_;
};

}  // namespace

DependencyGraph read_dot_graph(Bytes& bytes, std::string_view file) { return DotReader(bytes, file).read(); }

}  // namespace cudastdenv
