#include "core/quote.hpp"
#include "graph/readers.hpp"

#include <nlohmann/json.hpp>

#include <iterator>
#include <utility>
#include <vector>

namespace cudastdenv {

namespace {

/// Longest text, number or run of blanks: the lexer below keeps each as a whole. Signatures and deriver paths,
/// which are read over, are far shorter.
constexpr std::size_t max_token = 1 << 16;
constexpr std::size_t max_depth = 16;

/// Refuses tokens that are too long before the lexer collects them.
class TokenGuard {
public:
    explicit TokenGuard(std::string_view file) : file_(file) {}

    void see(char c, std::size_t position) {
        if (in_text_) {
            if (escaped_) escaped_ = false;
            else if (c == '\\') escaped_ = true;
            else if (c == '"') in_text_ = false, length_ = 0;
        } else if (c == '"') {
            in_text_ = true;
            length_ = 0;
        } else if (c == ',' || c == ':' || c == '[' || c == ']' || c == '{' || c == '}') {
            length_ = 0;
        }
        if (++length_ > max_token) fail_at(file_, position, "a text or a run of blanks longer than 64 KiB");
        if (position > max_graph_bytes) check_graph_size(file_, position);
    }

private:
    std::string_view file_;
    std::size_t length_ = 0;
    bool in_text_ = false;
    bool escaped_ = false;
};

/// Bytes as the iterator that the parser takes; all copies read the same bytes.
class ByteIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    ByteIterator() = default;
    ByteIterator(Bytes& bytes, TokenGuard& guard) : bytes_(&bytes), guard_(&guard) {}

    char operator*() const { return static_cast<char>(bytes_->peek()); }
    ByteIterator& operator++() {
        guard_->see(static_cast<char>(bytes_->peek()), bytes_->position());
        bytes_->skip();
        return *this;
    }
    ByteIterator operator++(int) { return ++*this; }
    /// Against the end only.
    friend bool operator==(const ByteIterator& left, const ByteIterator& right) {
        return left.at_end() == right.at_end();
    }
    friend bool operator!=(const ByteIterator& left, const ByteIterator& right) { return !(left == right); }

private:
    [[nodiscard]] bool at_end() const { return bytes_ == nullptr || bytes_->peek() == Bytes::end; }

    Bytes* bytes_ = nullptr;
    TokenGuard* guard_ = nullptr;
};

/// What the value that is being read is to us.
enum class Place : std::uint8_t {
    root,         ///< the root
    nodes,        ///< the list of nodes: path-info's root list, or `nodes`
    by_name,      ///< path-info's object of nodes by their paths, or `info`
    node,         ///< one node
    references,   ///< the list of what a node refers to
    ignored,      ///< anything else, with all that is in it
};

/// Builds the graph from the parser's events. What it does not know, it reads over.
class GraphEvents : public nlohmann::json_sax<nlohmann::json> {
public:
    GraphEvents(const Bytes& bytes, std::string_view file, std::optional<GraphFormat> format)
        : bytes_(bytes), file_(file), format_(format) {}

    ReadGraph take() {
        // `nix path-info --json` prints {} where there is nothing to tell.
        if (!format_ && empty_root_) format_ = GraphFormat::path_info;
        if (!format_) fail("no nodes: neither `nix path-info --json -r` nor {\"nodes\": [...]}");
        return {std::move(graph_), *format_};
    }

    bool null() override {
        // A path that is not valid is null in `nix path-info --json`.
        if (place() == Place::root && is_by_path()) become_by_name();
        if (place() != Place::by_name) return value("null");
        begin_node();
        set_name(key_);
        return true;
    }
    bool boolean(bool) override { return value("true or false"); }
    bool number_integer(number_integer_t) override { return value("a number"); }
    bool number_unsigned(number_unsigned_t) override { return value("a number"); }
    bool number_float(number_float_t, const string_t&) override { return value("a number"); }
    bool binary(binary_t&) override { return value("binary data"); }
    bool string(string_t& text) override {
        if (place() == Place::references) {
            check_node_name(text, file_, bytes_.position());
            targets_.push_back(graph_.node(text));
        } else if (place() == Place::node && key_ == name_key() && !named_by_key()) {
            set_name(text);
        } else {
            value("a text");
        }
        return true;
    }

    bool start_object(std::size_t) override {
        Place inner = Place::ignored;
        if (places_.empty()) {
            inner = Place::root;
        } else if (place() == Place::nodes) {
            inner = Place::node;
            begin_node();
        } else if (place() == Place::by_name || (place() == Place::root && is_by_path())) {
            if (place() == Place::root) become_by_name();
            inner = Place::node;
            begin_node();
            set_name(key_);
        } else if (place() == Place::root && key_ == "info" && format_ != GraphFormat::nodes) {
            choose(GraphFormat::path_info);
            inner = Place::by_name;
        } else if (place() != Place::ignored) {
            value("an object");
        }
        return enter(inner);
    }

    bool start_array(std::size_t) override {
        Place inner = Place::ignored;
        if (places_.empty()) {
            choose(GraphFormat::path_info);
            inner = Place::nodes;
        } else if (place() == Place::root && key_ == "nodes" && format_ != GraphFormat::path_info) {
            choose(GraphFormat::nodes);
            inner = Place::nodes;
        } else if (place() == Place::node && key_ == "references") {
            inner = Place::references;
        } else if (place() != Place::ignored) {
            value("a list");
        }
        return enter(inner);
    }

    bool end_object() override {
        if (place() == Place::node) end_node();
        places_.pop_back();
        return true;
    }
    bool end_array() override {
        places_.pop_back();
        return true;
    }

    bool key(string_t& text) override {
        // Keys deeper than a node never matter, and must not hide the key that the node stands under.
        if (place() != Place::ignored) key_.assign(text);
        if (place() == Place::root) empty_root_ = false;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
        const std::string_view why = error.what();
        fail_at(file_, position, why.find("UTF-8") != why.npos ? "not valid JSON: ill-formed UTF-8" : "not valid JSON");
    }

private:
    [[noreturn]] void fail(const std::string& problem) const { fail_at(file_, bytes_.position(), problem); }

    [[nodiscard]] Place place() const { return places_.empty() ? Place::ignored : places_.back(); }

    /// Whether the node that is being read stands under its name.
    [[nodiscard]] bool named_by_key() const {
        return places_.size() > 1 && places_[places_.size() - 2] == Place::by_name;
    }

    [[nodiscard]] std::string_view name_key() const { return format_ == GraphFormat::nodes ? "name" : "path"; }

    /// Whether the root is an object of nodes by their store paths, judging by its first such key.
    [[nodiscard]] bool is_by_path() const { return format_ != GraphFormat::nodes && key_.starts_with('/'); }

    void become_by_name() {
        choose(GraphFormat::path_info);
        places_.back() = Place::by_name;
    }

    void choose(GraphFormat format) {
        if (format_ && *format_ != format)
            fail("not of the form " + std::string(to_string(*format_)) + ", which was asked for");
        format_ = format;
    }

    bool enter(Place inner) {
        if (places_.size() == max_depth) fail("nested deeper than any dependency graph");
        places_.push_back(inner);
        return true;
    }

    /// A value that stands where the form wants something else is an error; anywhere else it is read over.
    bool value(const std::string& what) {
        switch (place()) {
            case Place::root:
                if (key_ == "nodes" || key_ == "info") fail(in_quotes(key_) + " is " + what);
                if (is_by_path()) fail(in_quotes(key_) + " is " + what + " instead of an object");
                break;
            case Place::nodes:
            case Place::by_name: fail("a node is " + what + " instead of an object"); break;
            case Place::node:
                if (key_ == "references" || (key_ == name_key() && !named_by_key()))
                    fail(in_quotes(key_) + " of a node is " + what);
                break;
            case Place::references: fail("a reference is " + what + " instead of a text"); break;
            case Place::ignored:
                if (places_.empty()) fail("the root is " + what + " instead of an object or a list");
                break;
        }
        return true;
    }

    void begin_node() {
        named_ = false;
        targets_.clear();
    }

    void set_name(const std::string& text) {
        check_node_name(text, file_, bytes_.position());
        if (named_) fail("a node with two names");
        node_ = graph_.listed_node(text);
        named_ = true;
    }

    void end_node() {
        if (!named_) fail("a node without " + in_quotes(name_key()));
        for (const NodeIndex target : targets_) graph_.add_reference(node_, target);
    }

    const Bytes& bytes_;
    std::string_view file_;
    std::optional<GraphFormat> format_;
    DependencyGraph graph_;
    std::vector<Place> places_;
    std::string key_;
    NodeIndex node_ = 0;
    bool named_ = false;
    bool empty_root_ = true;
    std::vector<NodeIndex> targets_;
};

}  // namespace

ReadGraph read_json_graph(Bytes& bytes, std::string_view file, std::optional<GraphFormat> format) {
    TokenGuard guard(file);
    GraphEvents events(bytes, file, format);
    nlohmann::json::sax_parse(ByteIterator(bytes, guard), ByteIterator(), &events);
    return events.take();
}

}  // namespace cudastdenv
