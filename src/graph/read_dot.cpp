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
#include "graph/readers.hpp"

#include <algorithm>
#include <utility>

namespace cudastdenv {

namespace {

/// Longer than two names of the greatest length and their attributes.
constexpr std::size_t max_line = 4 * max_graph_name;

class DotReader {
public:
    DotReader(Bytes& bytes, std::string_view file) : bytes_(bytes), file_(file) {}

    DependencyGraph read() {
        if (!next_line() || !opens_graph())
            fail("neither JSON nor what `nix-store -q --graph` prints");
        while (next_line()) {
            if (line_ == "}") {
                expect_end();
                return std::move(graph_);
            }
            if (!line_.empty()) read_statement(line_);
        }
        fail("the graph is not closed: its last line should be `}`");
    }

private:
    [[noreturn]] void fail(const std::string& problem) const {
        throw DataError(file_, "", problem + " (line " + std::to_string(number_) + ")");
    }

    /// Reads a line into line_, without blanks at its ends; false at the end of the input.
    bool next_line() {
        line_.clear();
        ++number_;
        if (bytes_.peek() == Bytes::end) return false;
        for (int byte = bytes_.peek(); byte != Bytes::end && byte != '\n'; byte = bytes_.peek()) {
            if (line_.size() == max_line) fail("a line longer than any that Nix prints");
            line_ += static_cast<char>(byte);
            bytes_.skip();
        }
        if (bytes_.peek() == '\n') bytes_.skip();
        check_graph_size(file_, bytes_.position());
        line_.erase(line_.find_last_not_of(" \t\r") + 1);
        line_.erase(0, line_.find_first_not_of(" \t"));
        return true;
    }

    [[nodiscard]] bool opens_graph() const { return line_.starts_with("digraph ") && line_.ends_with("{"); }

    void expect_end() {
        while (next_line())
            if (!line_.empty()) fail("something follows the graph's closing `}`");
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
        fail("neither a node nor a reference as `nix-store -q --graph` prints");
    }

    Bytes& bytes_;
    std::string_view file_;
    DependencyGraph graph_;
    std::string line_;
    std::size_t number_ = 0;
};

}  // namespace

DependencyGraph read_dot_graph(Bytes& bytes, std::string_view file) { return DotReader(bytes, file).read(); }

}  // namespace cudastdenv
