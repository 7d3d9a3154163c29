// SPDX-License-Identifier: MIT
// What `nix-store --load-db` reads and `--dump-db` prints, what nixpkgs' closureInfo writes as `registration`, and,
// without the hash and the size, what exportReferencesGraph writes. For each path:
//
//     /nix/store/HASH-NAME
//     hash of its contents
//     their size
//     /nix/store/HASH-NAME.drv (or nothing)
//     number of references
//     /nix/store/HASH-NAME (so many times)
#include "graph/read_graph.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "graph/readers.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace cudastdenv {

namespace {

bool is_space(int byte) { return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r'; }

class RegistrationReader {
public:
    RegistrationReader(Bytes& bytes, std::string_view file) : bytes_(bytes), file_(file) {}

    DependencyGraph read() {
        while (next_line()) read_path();
        return std::move(graph_);
    }

private:
    static constexpr std::size_t longest_line = 4 * max_graph_name;
    static constexpr std::uint64_t most_lines = 99'999'999;  // more than any file has

    [[noreturn]] void fail(const std::string& problem) const {
        throw DataError(file_, "", problem + " (line " + std::to_string(line_number_) + ")");
    }
    [[noreturn]] void fail_expected(const std::string& what) const {
        fail(what + " was expected, as in closureInfo's registration and in what `nix-store --dump-db` prints; "
                    "a list of paths does not say what refers to what");
    }

    /// Reads a line, without blanks at its ends; false at the end of the input.
    bool next_line() {
        line_.clear();
        ++line_number_;
        if (bytes_.peek() == Bytes::end) return false;
        for (int byte = bytes_.peek(); byte != Bytes::end && byte != '\n'; byte = bytes_.peek()) {
            if (line_.size() == longest_line) fail("a line longer than any that Nix prints");
            line_ += static_cast<char>(byte);
            bytes_.skip();
        }
        if (bytes_.peek() == '\n') bytes_.skip();
        check_graph_size(file_, bytes_.position());
        line_.erase(line_.find_last_not_of(" \t\r") + 1);
        line_.erase(0, line_.find_first_not_of(" \t"));
        return true;
    }

    void read_path() {
        const NodeIndex node = graph_.listed_node(store_path());
        expect_line("a hash");
        if (!is_deriver()) {
            expect_line("a size");
            graph_.set_size(node, number(max_node_size, "a size"));
            expect_line("a deriver or an empty line");
            if (!is_deriver()) fail_expected("a deriver or an empty line");
        }
        expect_line("a number of references");
        for (std::uint64_t left = number(most_lines, "a number of references"); left > 0; --left) {
            expect_line("a reference");
            graph_.add_reference(node, graph_.node(store_path()));
        }
    }

    void expect_line(const std::string& what) {
        if (!next_line()) fail_expected(what);
    }

    [[nodiscard]] const std::string& store_path() const {
        if (!line_.starts_with('/')) fail_expected("a store path");
        check_node_name(line_, file_, bytes_.position());
        return line_;
    }

    [[nodiscard]] bool is_deriver() const { return line_.empty() || line_.starts_with('/'); }

    /// The line as a number of at most `most`; `what` it is stands in the error.
    [[nodiscard]] std::uint64_t number(std::uint64_t most, const std::string& what) const {
        const auto value = whole_number<std::uint64_t>(line_);
        if (!value || *value > most) fail_expected(what);
        return *value;
    }

    Bytes& bytes_;
    std::string_view file_;
    std::string line_;
    std::size_t line_number_ = 0;
    DependencyGraph graph_;
};

}  // namespace

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
        return {RegistrationReader(bytes, file).read(), GraphFormat::registration};
    if (first != '{' && first != '[')
        throw DataError(file, "", "neither JSON nor a registration; give what `nix path-info --json -r` prints");
    return read_json_graph(bytes, file, format);
}

}  // namespace cudastdenv
