// SPDX-License-Identifier: MIT

#include "core/quote.hpp"
#include "core/text.hpp"
#include "graph/closure.hpp"

#include <cudastdenv/load.hpp>

#include <nlohmann/json.hpp>

#include <istream>

namespace cudastdenv {

namespace {

[[noreturn]] void fail_at(std::string_view file, std::size_t position, const std::string& problem) {
    throw DataError(file, "", problem + " (byte " + std::to_string(position) + ")");
}

/// Throws DataError if the input is too large.
void check_graph_size(std::string_view file, std::size_t position) {
    if (position > max_graph_bytes) throw DataError(file, "", "larger than 512 MiB, the limit for a closure");
}

/// Throws DataError if the name is not allowed.
void check_node_name(std::string_view name, std::string_view file, std::size_t position) {
    if (name.empty()) fail_at(file, position, "a node with an empty name");
    if (name.size() > max_graph_name) fail_at(file, position, "the name " + in_quotes(name) + " is too long");
    const bool is_printable = std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; });
    if (!is_printable && !is_plain_text(name))
        fail_at(file, position, "control characters in the name " + in_quotes(name));
}

/// What `nix-store --load-db` reads and `--dump-db` prints, what nixpkgs' closureInfo writes as `registration`, and,
/// without the hash and the size, what exportReferencesGraph writes. For each path:
///
///     /nix/store/HASH-NAME
///     hash of its contents
///     their size
///     /nix/store/HASH-NAME.drv (or nothing)
///     number of references
///     /nix/store/HASH-NAME (so many times)
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
        fail(what + " was expected, not a list of paths, as in closureInfo's registration and in the output of "
                    "`nix-store --dump-db`");
    }

    /// Reads a line without blanks at its ends; false at the end of the input.
    bool next_line() {
        line_.clear();
        ++line_number_;
        if (bytes_.peek() == Bytes::end) return false;
        for (int byte = bytes_.peek(); byte != Bytes::end && byte != '\n'; byte = bytes_.peek()) {
            if (line_.size() == longest_line) fail("a line longer than Nix prints");
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
            graph_.set_size(node, next_number(max_node_size, "a size"));
            expect_line("a deriver or an empty line");
            if (!is_deriver()) fail_expected("a deriver or an empty line");
        }
        for (std::uint64_t left = next_number(most_lines, "a number of references"); left > 0; --left) {
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

    /// The next line as a number of at most `most`; `what` is used in the error.
    [[nodiscard]] std::uint64_t next_number(std::uint64_t most, const std::string& what) {
        expect_line(what);
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

/// The longest number or run of blanks. The lexer below keeps each as a whole.
constexpr std::size_t max_token = 1 << 16;
/// The lexer does not get the rest of a longer text. No name is that long, and other texts are ignored. Derivations
/// contain whole scripts.
constexpr std::size_t longest_kept_text = 4 * max_graph_name;

/// The bytes for the lexer, without the rest of long texts. It gets all buffered characters of a text at once.
class GuardedBytes : public std::streambuf {
public:
    GuardedBytes(Bytes& bytes, std::string_view file) : bytes_(bytes), file_(file) {}

    /// Bytes of the input that were skipped.
    [[nodiscard]] std::size_t position() const {
        return bytes_.position() + static_cast<std::size_t>(gptr() - eback());
    }
    /// Bytes that the lexer did not get.
    [[nodiscard]] std::size_t left_out() const { return left_out_; }

protected:
    int_type underflow() override {
        bytes_.skip(static_cast<std::size_t>(gptr() - eback()));
        setg(nullptr, nullptr, nullptr);
        for (;;) {
            check_graph_size(file_, bytes_.position());
            const std::string_view next = bytes_.ahead();
            if (next.empty()) return traits_type::eof();
            const std::size_t characters = see_characters(next);
            if (characters > 0 || see(next.front())) {
                char* const begin = const_cast<char*>(next.data());  // only read
                setg(begin, begin, begin + std::max<std::size_t>(1, characters));
                return traits_type::to_int_type(*begin);
            }
            bytes_.skip();
            ++left_out_;
        }
    }

private:
    /// How many of the next bytes are plain characters within a text.
    std::size_t see_characters(std::string_view next) {
        if (!in_text_ || escaped_ > 0 || length_ > longest_kept_text) return 0;
        const std::string_view bytes = next.substr(0, longest_kept_text - length_ + 1);
        std::size_t count = 0;
        while (count < bytes.size() && bytes[count] != '"' && bytes[count] != '\\') ++count;
        length_ += count;
        return count;
    }

    /// Whether the lexer gets the next byte.
    bool see(char c) {
        // An escape, a surrogate pair and a UTF-8 character stay whole.
        if (leaving_out_ || (length_ > longest_kept_text && in_text_ && escaped_ == 0 && c != '\\' &&
                             (static_cast<unsigned char>(c) & 0xc0) != 0x80)) {
            leaving_out_ = escaped_ > 0 || c != '"';
            if (leaving_out_) {
                see_in_text(c);
                return false;
            }
        }
        ++length_;
        if (in_text_) see_in_text(c);
        else if (c == '"') in_text_ = true, length_ = 1;
        else if (c == ',' || c == ':' || c == '[' || c == ']' || c == '{' || c == '}') length_ = 0;
        if (length_ > max_token) fail_at(file_, position() + 1, "a text or a run of blanks longer than 64 KiB");
        return true;
    }

    void see_in_text(char c) {
        if (escaped_ > 0) escaped_ = c == 'u' ? 4 : escaped_ - 1;
        else if (c == '\\') escaped_ = 1;
        else if (c == '"') in_text_ = false, length_ = 0;
    }

    Bytes& bytes_;
    std::string_view file_;
    std::size_t left_out_ = 0;
    std::size_t length_ = 0;  ///< bytes of the token that the lexer got
    bool in_text_ = false, leaving_out_ = false;
    int escaped_ = 0;  ///< remaining characters of an escape, `\"` or `\u12ab`
};

/// Structured attributes of derivations are arbitrary JSON.
constexpr std::size_t max_depth = 1000;

/// The role of the current value.
enum class JsonPlace : std::uint8_t {
    root,        ///< the root
    nodes,       ///< the list of nodes: path-info's root list, or `nodes`
    by_name,     ///< an object of nodes by path: the root, `info` or `derivations`
    node,        ///< one node
    references,  ///< the list of references of a node
    inputs,      ///< a derivation's `inputs`
    drvs,        ///< input derivations: an object by path
    sources,     ///< other inputs: a list of paths
    ignored,     ///< any other value, with its contents
};

/// A key with a meaning, and the role of its value.
struct JsonKey {
    JsonPlace in;
    std::string_view key;
    bool is_list;  ///< its value; false: an object
    JsonPlace value;
    std::optional<GraphFormat> format = {};  ///< with this key
};

/// For a node that is not named by its key, only `references` counts.
constexpr auto json_keys = std::to_array<JsonKey>({
    {JsonPlace::root, "nodes", true, JsonPlace::nodes, GraphFormat::nodes},
    {JsonPlace::root, "info", false, JsonPlace::by_name, GraphFormat::path_info},
    {JsonPlace::root, "derivations", false, JsonPlace::by_name, GraphFormat::derivations},
    {JsonPlace::node, "references", true, JsonPlace::references},
    {JsonPlace::node, "inputDrvs", false, JsonPlace::drvs, GraphFormat::derivations},
    {JsonPlace::node, "inputSrcs", true, JsonPlace::sources},
    {JsonPlace::node, "inputs", false, JsonPlace::inputs},
    {JsonPlace::inputs, "drvs", false, JsonPlace::drvs, GraphFormat::derivations},
    {JsonPlace::inputs, "srcs", true, JsonPlace::sources},
});

/// Builds the graph from the parser's events, and ignores unknown values.
class GraphEvents : public nlohmann::json_sax<nlohmann::json> {
public:
    GraphEvents(const GuardedBytes& bytes, std::string_view file, std::optional<GraphFormat> asked)
        : bytes_(bytes), file_(file), asked_(asked), format_(asked) {}

    ReadGraph take() {
        // `nix path-info --json` prints {} for no paths.
        if (!format_ && empty_root_) format_ = GraphFormat::path_info;
        if (!format_)
            fail("no nodes: not the output of `nix path-info --json -r` or `nix derivation show -r`, and not "
                 "{\"nodes\": [...]}");
        return {std::move(graph_), *format_};
    }

    bool null() override {
        // `nix path-info --json` prints null for an invalid path, whose references are unknown.
        if (place() == JsonPlace::root && is_by_path()) places_.back() = JsonPlace::by_name;
        if (place() != JsonPlace::by_name) return value("null");
        choose(GraphFormat::path_info);
        check_node_name(key_, file_, bytes_.position());
        graph_.node(key_);
        return true;
    }
    bool boolean(bool truth) override {
        // The same before Nix 2.19.
        if (place() == JsonPlace::node && key_ == "valid" && !truth && format_ != GraphFormat::nodes) valid_ = false;
        return value("true or false");
    }
    bool number_integer(number_integer_t) override {
        if (is_size()) fail("'narSize' of a node is negative");
        return value("a number");
    }
    bool number_unsigned(number_unsigned_t number) override {
        if (!is_size()) return value("a number");
        if (number > max_node_size) fail("'narSize' of a node is larger than any file system");
        size_ = number;
        return true;
    }
    bool number_float(number_float_t, const string_t&) override {
        if (is_size()) fail("'narSize' of a node is not a whole number");
        return value("a number");
    }
    bool binary(binary_t&) override { return value("binary data"); }
    bool string(string_t& text) override {
        if (place() == JsonPlace::references || place() == JsonPlace::sources) add_target(text);
        else if (place() == JsonPlace::node && key_ == name_key() && !named_by_key_) set_name(text);
        else value("a string");
        return true;
    }

    bool start_object(std::size_t) override { return begin(false); }
    bool start_array(std::size_t) override { return begin(true); }
    bool end_object() override { return end(); }
    bool end_array() override { return end(); }

    bool key(string_t& text) override {
        if (place() == JsonPlace::drvs) add_target(text);
        if (place() != JsonPlace::ignored) key_.assign(text);
        if (place() == JsonPlace::root) empty_root_ = false;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
        const std::string_view why = error.what();
        fail_at(file_, position + bytes_.left_out(),
                why.find("UTF-8") != why.npos ? "not valid JSON: ill-formed UTF-8" : "not valid JSON");
    }

private:
    [[noreturn]] void fail(const std::string& problem) const { fail_at(file_, bytes_.position(), problem); }

    [[nodiscard]] JsonPlace place() const { return places_.empty() ? JsonPlace::ignored : places_.back(); }

    /// A list or an object.
    bool begin(bool is_list) {
        if (places_.size() == max_depth) fail("nested too deeply for a dependency graph");
        places_.push_back(value_here(is_list));
        if (place() == JsonPlace::node) begin_node();
        return true;
    }
    bool end() {
        // Not at the end of the outputs of one input. A node that is named after its references is numbered first.
        if (place() != JsonPlace::ignored && node_ != no_node) add_waiting();
        if (place() == JsonPlace::node) end_node();
        places_.pop_back();
        return true;
    }

    JsonPlace value_here(bool is_list) {
        if (places_.empty() && is_list) choose(GraphFormat::path_info);
        if (places_.empty()) return is_list ? JsonPlace::nodes : JsonPlace::root;
        // In `drvs`: outputs, and outputs of outputs.
        if (place() == JsonPlace::drvs || place() == JsonPlace::ignored) return JsonPlace::ignored;
        if (!is_list && place() == JsonPlace::root && is_by_path()) places_.back() = JsonPlace::by_name;
        if (!is_list && (place() == JsonPlace::nodes || place() == JsonPlace::by_name)) return JsonPlace::node;
        const JsonKey* known = known_key();
        const bool is_of_other_form = known && place() == JsonPlace::root && !may_be(*known->format);
        if (!known || known->is_list != is_list || is_of_other_form) {
            value(is_list ? "a list" : "an object");
            return JsonPlace::ignored;
        }
        if (known->format) choose(*known->format);
        if (known->value == JsonPlace::references && named_by_key_) choose(GraphFormat::path_info);
        if (known->value == JsonPlace::references || known->value == JsonPlace::drvs) says_references_ = true;
        return known->value;
    }

    /// The row of the current key; nullptr: it has no meaning.
    [[nodiscard]] const JsonKey* known_key() const {
        const auto known =
            std::ranges::find_if(json_keys, [&](const JsonKey& row) { return row.in == place() && row.key == key_; });
        if (known == json_keys.end()) return nullptr;
        const bool counts = place() != JsonPlace::node || named_by_key_ || known->value == JsonPlace::references;
        return counts ? &*known : nullptr;
    }

    [[nodiscard]] std::string_view name_key() const { return format_ == GraphFormat::nodes ? "name" : "path"; }

    /// Whether the keys of the root are paths of nodes, or their last parts, by the first such key.
    [[nodiscard]] bool is_by_path() const {
        if (format_ == GraphFormat::nodes) return false;
        return key_.starts_with('/') || (key_.find('/') == key_.npos && package_name(key_) != key_);
    }

    [[nodiscard]] bool may_be(GraphFormat format) const { return !format_ || *format_ == format; }

    void choose(GraphFormat format) {
        if (!may_be(format))
            fail(asked_ ? "not in the format " + std::string(to_string(*asked_)) + ", which --format selects"
                        : "in two formats at once: " + std::string(to_string(*format_)) + " and " +
                              std::string(to_string(format)));
        format_ = format;
    }

    /// A value of the wrong type is an error; elsewhere it is ignored.
    bool value(const std::string& what) {
        if (known_key() || (place() == JsonPlace::node && !named_by_key_ && key_ == name_key()))
            fail(in_quotes(key_) + (place() == JsonPlace::root ? " is " : " of a node is ") + what);
        switch (place()) {
            case JsonPlace::root:
                if (is_by_path()) fail(in_quotes(key_) + " is " + what + " instead of an object");
                break;
            case JsonPlace::node:
            case JsonPlace::inputs: break;
            case JsonPlace::nodes:
            case JsonPlace::by_name: fail("a node is " + what + " instead of an object"); break;
            case JsonPlace::drvs: fail("the outputs of an input are " + what + " instead of a list"); break;
            case JsonPlace::references:
            case JsonPlace::sources: fail("a reference is " + what + " instead of a string"); break;
            case JsonPlace::ignored:
                if (places_.empty()) fail("the root is " + what + " instead of an object or a list");
                break;
        }
        return true;
    }

    [[nodiscard]] bool is_size() const { return place() == JsonPlace::node && key_ == "narSize"; }

    void begin_node() {
        named_by_key_ = places_.size() > 1 && places_[places_.size() - 2] == JsonPlace::by_name;
        node_ = no_node;
        valid_ = true;
        says_references_ = false;
        size_.reset();
        targets_.clear();
        if (named_by_key_) set_name(key_);
    }

    void set_name(const std::string& text) {
        check_node_name(text, file_, bytes_.position());
        if (node_ != no_node) fail("a node with two names");
        node_ = graph_.node(text);
    }

    void add_target(const std::string& text) {
        check_node_name(text, file_, bytes_.position());
        // No name has a line end.
        (waiting_ += text) += '\n';
        constexpr std::size_t most_waiting = std::size_t{1} << 14;
        if (waiting_.size() > most_waiting) add_waiting();
    }

    /// Adds the targets of one list, many names at once.
    void add_waiting() {
        for (const NodeIndex target : graph_.nodes(lines_of(waiting_))) {
            // A source exists before any derivation.
            if (place() == JsonPlace::sources) graph_.mark_as_leaf(target);
            targets_.push_back(target);
        }
        waiting_.clear();
    }

    void end_node() {
        if (node_ == no_node) fail("a node without " + in_quotes(name_key()));
        if (!valid_) return;
        if (!says_references_ && format_ != GraphFormat::nodes)
            fail("unknown references of " + in_quotes(graph_.name(node_)) + ": no 'references' and no 'inputDrvs'");
        graph_.list(node_);
        if (size_) graph_.set_size(node_, *size_);
        for (const NodeIndex target : targets_) graph_.add_reference(node_, target);
    }

    const GuardedBytes& bytes_;
    std::string_view file_;
    std::optional<GraphFormat> asked_;
    std::optional<GraphFormat> format_;
    DependencyGraph graph_;
    std::vector<JsonPlace> places_;
    std::string key_;            ///< the last key of the root, of a node or of its inputs
    NodeIndex node_ = no_node;   ///< the current one; no_node: without a name so far
    bool named_by_key_ = false;  ///< the current node is named by its key
    bool valid_ = true, says_references_ = false, empty_root_ = true;
    std::optional<std::uint64_t> size_;  ///< of the current node
    std::vector<NodeIndex> targets_;
    std::string waiting_;  ///< names of targets that are not looked up yet, a line each
};

ReadGraph read_json(Bytes& bytes, std::string_view file, std::optional<GraphFormat> format) {
    GuardedBytes guarded(bytes, file);
    GraphEvents events(guarded, file, format);
    std::istream stream(&guarded);
    nlohmann::json::sax_parse(stream, &events);
    return events.take();
}

bool is_space(int byte) { return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r'; }

}  // namespace

ReadGraph read_graph(Bytes& bytes, std::string_view file, std::optional<GraphFormat> format) {
    while (is_space(bytes.peek())) {
        bytes.skip();
        check_graph_size(file, bytes.position());
    }
    const int first = bytes.peek();
    if (first == Bytes::end) throw DataError(file, "", "empty; pass a dependency graph");
    if (format == GraphFormat::registration || (!format && first == '/'))
        return {RegistrationReader(bytes, file).read(), GraphFormat::registration};
    if (first != '{' && first != '[')
        throw DataError(file, "", "neither JSON nor a registration; pass the output of `nix path-info --json -r`");
    return read_json(bytes, file, format);
}

}  // namespace cudastdenv
