// SPDX-License-Identifier: MIT
#include "core/quote.hpp"
#include "graph/readers.hpp"
#include "graph/store_name.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace cudastdenv::inline CUDASTDENV_ABI {

namespace {

/// Longest number or run of blanks, and the longest text that cannot be shortened: the lexer below keeps each as a
/// whole.
constexpr std::size_t max_token = 1 << 16;
/// Of a longer text, the rest is kept from the lexer: no name is that long, and what else there is is read over.
/// Derivations hold whole scripts.
constexpr std::size_t longest_kept_text = 4 * max_graph_name;
/// Derivations with structured attributes hold any JSON.
constexpr std::size_t max_depth = 1000;

/// Refuses tokens that are too long before the lexer collects them, and says where the rest of a text may be left out.
class TokenGuard {
public:
    explicit TokenGuard(std::string_view file) : file_(file) {}

    /// A byte that is gone past; `kept`: the lexer gets it.
    void see(char c, std::size_t position, bool kept) {
        if (in_text_) see_in_text(c);
        else if (c == '"') in_text_ = true, length_ = 0;
        else if (c == ',' || c == ':' || c == '[' || c == ']' || c == '{' || c == '}') length_ = 0;
        if (!kept) ++left_out_;
        else if (++length_ > max_token) fail_at(file_, position, "a text or a run of blanks longer than 64 KiB");
        if (position > max_graph_bytes) check_graph_size(file_, position);
    }

    /// Whether the rest of the text may be left out from here on: neither an escape nor a character is cut in two.
    [[nodiscard]] bool may_leave_out(int next) const {
        return in_text_ && length_ > longest_kept_text && plain_ && (next & 0xc0) != 0x80;
    }
    [[nodiscard]] bool closes_text(int next) const { return next == '"' && !after_backslash_; }

    [[nodiscard]] std::size_t left_out() const noexcept { return left_out_; }

private:
    void see_in_text(char c) {
        plain_ = false;
        if (after_backslash_) {
            after_backslash_ = false;
            digits_left_ = c == 'u' ? 4 : 0;
        } else if (digits_left_ > 0) {
            --digits_left_;
        } else if (c == '\\') {
            after_backslash_ = true;
        } else if (c == '"') {
            in_text_ = false;
            length_ = 0;
        } else {
            plain_ = true;
        }
    }

    std::string_view file_;
    std::size_t length_ = 0;
    std::size_t left_out_ = 0;
    bool in_text_ = false;
    bool after_backslash_ = false;
    int digits_left_ = 0;  ///< of `\u12ab`
    bool plain_ = false;   ///< the last byte was no part of an escape
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
        step(true);
        if (guard_->may_leave_out(bytes_->peek()))
            while (!at_end() && !guard_->closes_text(bytes_->peek())) step(false);
        return *this;
    }
    ByteIterator operator++(int) { return ++*this; }
    /// Against the end only.
    friend bool operator==(const ByteIterator& left, const ByteIterator& right) {
        return left.at_end() == right.at_end();
    }
    friend bool operator!=(const ByteIterator& left, const ByteIterator& right) { return !(left == right); }

private:
    void step(bool kept) {
        guard_->see(static_cast<char>(bytes_->peek()), bytes_->position(), kept);
        bytes_->skip();
    }

    [[nodiscard]] bool at_end() const { return bytes_ == nullptr || bytes_->peek() == Bytes::end; }

    Bytes* bytes_ = nullptr;
    TokenGuard* guard_ = nullptr;
};

/// What the value that is being read is to us.
enum class Place : std::uint8_t {
    root,        ///< the root
    nodes,       ///< the list of nodes: path-info's root list, or `nodes`
    by_name,     ///< an object of nodes by their paths: the root, `info` or `derivations`
    node,        ///< one node
    references,  ///< the list of what a node refers to
    inputs,      ///< a derivation's `inputs`
    drvs,        ///< a derivation's inputs that are derivations: an object by their paths
    sources,     ///< a derivation's inputs that are not: a list of paths
    ignored,     ///< anything else, with all that is in it
};

/// Builds the graph from the parser's events. What it does not know, it reads over.
class GraphEvents : public nlohmann::json_sax<nlohmann::json> {
public:
    GraphEvents(const Bytes& bytes, const TokenGuard& guard, std::string_view file, std::optional<GraphFormat> asked)
        : bytes_(bytes), guard_(guard), file_(file), asked_(asked), format_(asked) {}

    ReadGraph take() {
        // `nix path-info --json` prints {} where there is nothing to tell.
        if (!format_ && empty_root_) format_ = GraphFormat::path_info;
        if (!format_)
            fail("no nodes: neither `nix path-info --json -r`, `nix derivation show -r` nor {\"nodes\": [...]}");
        return {std::move(graph_), *format_};
    }

    bool null() override {
        // A path that is not valid is null in `nix path-info --json`: what it refers to is not known.
        if (place() == Place::root && is_by_path()) places_.back() = Place::by_name;
        if (place() != Place::by_name) return value("null");
        choose(GraphFormat::path_info);
        check_node_name(key_, file_, bytes_.position());
        graph_.node(key_);
        return true;
    }
    bool boolean(bool truth) override {
        // The same before Nix 2.19.
        if (place() == Place::node && key_ == "valid" && !truth && format_ != GraphFormat::nodes) valid_ = false;
        return value("true or false");
    }
    bool number_integer(number_integer_t) override { return value("a number"); }
    bool number_unsigned(number_unsigned_t) override { return value("a number"); }
    bool number_float(number_float_t, const string_t&) override { return value("a number"); }
    bool binary(binary_t&) override { return value("binary data"); }
    bool string(string_t& text) override {
        if (place() == Place::references || place() == Place::sources) add_target(text);
        else if (place() == Place::node && key_ == name_key() && !named_by_key()) set_name(text);
        else value("a text");
        return true;
    }

    bool start_object(std::size_t) override {
        if (places_.size() == max_depth) fail("nested deeper than any dependency graph");
        places_.push_back(object_here());
        if (place() == Place::node) begin_node();
        return true;
    }

    bool start_array(std::size_t) override {
        if (places_.size() == max_depth) fail("nested deeper than any dependency graph");
        places_.push_back(array_here());
        return true;
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
        if (place() == Place::drvs) add_target(text);
        if (place() != Place::ignored) key_.assign(text);
        if (place() == Place::root) empty_root_ = false;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
        const std::string_view why = error.what();
        fail_at(file_, position + guard_.left_out(),
                why.find("UTF-8") != why.npos ? "not valid JSON: ill-formed UTF-8" : "not valid JSON");
    }

private:
    [[noreturn]] void fail(const std::string& problem) const { fail_at(file_, bytes_.position(), problem); }

    [[nodiscard]] Place place() const { return places_.empty() ? Place::ignored : places_.back(); }

    /// What an object is that begins here.
    Place object_here() {
        if (places_.empty()) return Place::root;
        switch (place()) {
            case Place::root:
                if (is_by_path()) {
                    places_.back() = Place::by_name;
                    return Place::node;
                }
                if (key_ == "info" && may_be(GraphFormat::path_info)) return by_name(GraphFormat::path_info);
                if (key_ == "derivations" && may_be(GraphFormat::derivations)) return by_name(GraphFormat::derivations);
                break;
            case Place::nodes:
            case Place::by_name: return Place::node;
            case Place::node:
                if (named_by_key() && key_ == "inputDrvs") return drvs();
                if (named_by_key() && key_ == "inputs") return Place::inputs;
                break;
            case Place::inputs:
                if (key_ == "drvs") return drvs();
                break;
            case Place::references:
            case Place::sources: break;
            // Outputs, and outputs of outputs.
            case Place::drvs:
            case Place::ignored: return Place::ignored;
        }
        value("an object");
        return Place::ignored;
    }

    /// What a list is that begins here.
    Place array_here() {
        if (places_.empty()) {
            choose(GraphFormat::path_info);
            return Place::nodes;
        }
        if (place() == Place::root && key_ == "nodes" && may_be(GraphFormat::nodes)) {
            choose(GraphFormat::nodes);
            return Place::nodes;
        }
        if (place() == Place::node && key_ == "references") {
            if (named_by_key()) choose(GraphFormat::path_info);
            says_references_ = true;
            return Place::references;
        }
        if (place() == Place::node && key_ == "inputSrcs" && named_by_key()) return Place::sources;
        if (place() == Place::inputs && key_ == "srcs") return Place::sources;
        if (place() != Place::drvs && place() != Place::ignored) value("a list");
        return Place::ignored;
    }

    Place by_name(GraphFormat format) {
        choose(format);
        return Place::by_name;
    }

    Place drvs() {
        choose(GraphFormat::derivations);
        says_references_ = true;
        return Place::drvs;
    }

    /// Whether the node that is being read stands under its name.
    [[nodiscard]] bool named_by_key() const {
        const auto parent = std::ranges::find(places_.rbegin(), places_.rend(), Place::node);
        return parent != places_.rend() && std::next(parent) != places_.rend() && *std::next(parent) == Place::by_name;
    }

    [[nodiscard]] std::string_view name_key() const { return format_ == GraphFormat::nodes ? "name" : "path"; }

    /// Whether the root is an object of nodes by their paths, or by the last part of them, judging by its first such
    /// key.
    [[nodiscard]] bool is_by_path() const {
        if (format_ == GraphFormat::nodes) return false;
        return key_.starts_with('/') || (key_.find('/') == key_.npos && package_name(key_) != key_);
    }

    [[nodiscard]] bool may_be(GraphFormat format) const { return !format_ || *format_ == format; }

    void choose(GraphFormat format) {
        if (!may_be(format))
            fail(asked_ ? "not of the form " + std::string(to_string(*asked_)) + ", which was asked for"
                        : "of two forms at once: " + std::string(to_string(*format_)) + " and " +
                              std::string(to_string(format)));
        format_ = format;
    }

    /// A value that stands where the form wants something else is an error; anywhere else it is read over.
    bool value(const std::string& what) {
        switch (place()) {
            case Place::root:
                if (key_ == "nodes" || key_ == "info" || key_ == "derivations") fail(in_quotes(key_) + " is " + what);
                if (is_by_path()) fail(in_quotes(key_) + " is " + what + " instead of an object");
                break;
            case Place::nodes:
            case Place::by_name: fail("a node is " + what + " instead of an object"); break;
            case Place::node:
                if (matters_in_node()) fail(in_quotes(key_) + " of a node is " + what);
                break;
            case Place::inputs:
                if (key_ == "drvs" || key_ == "srcs") fail(in_quotes(key_) + " of a node is " + what);
                break;
            case Place::drvs: fail("the outputs of an input are " + what + " instead of a list"); break;
            case Place::references:
            case Place::sources: fail("a reference is " + what + " instead of a text"); break;
            case Place::ignored:
                if (places_.empty()) fail("the root is " + what + " instead of an object or a list");
                break;
        }
        return true;
    }

    [[nodiscard]] bool matters_in_node() const {
        if (key_ == "references") return true;
        return named_by_key() ? key_ == "inputDrvs" || key_ == "inputSrcs" || key_ == "inputs" : key_ == name_key();
    }

    void begin_node() {
        const bool named = named_by_key();
        named_ = false;
        valid_ = true;
        says_references_ = false;
        targets_.clear();
        if (named) set_name(key_);
    }

    void set_name(const std::string& text) {
        check_node_name(text, file_, bytes_.position());
        if (named_) fail("a node with two names");
        node_ = graph_.node(text);
        named_ = true;
    }

    void add_target(const std::string& text) {
        check_node_name(text, file_, bytes_.position());
        targets_.push_back(graph_.node(text));
        // A source was there before any derivation.
        if (place() == Place::sources) graph_.take_as_leaf(targets_.back());
    }

    void end_node() {
        if (!named_) fail("a node without " + in_quotes(name_key()));
        if (!valid_) return;
        if (!says_references_ && format_ != GraphFormat::nodes)
            fail("nothing says what " + in_quotes(graph_.name(node_)) +
                 " refers to: neither 'references' nor 'inputDrvs'");
        graph_.list(node_);
        for (const NodeIndex target : targets_) graph_.add_reference(node_, target);
    }

    const Bytes& bytes_;
    const TokenGuard& guard_;
    std::string_view file_;
    std::optional<GraphFormat> asked_;
    std::optional<GraphFormat> format_;
    DependencyGraph graph_;
    std::vector<Place> places_;
    std::string key_;  ///< the last key of the root, of a node or of its inputs
    NodeIndex node_ = 0;
    bool named_ = false;
    bool valid_ = true;
    bool says_references_ = false;
    bool empty_root_ = true;
    std::vector<NodeIndex> targets_;
};

}  // namespace

ReadGraph read_json_graph(Bytes& bytes, std::string_view file, std::optional<GraphFormat> format) {
    TokenGuard guard(file);
    GraphEvents events(bytes, guard, file, format);
    nlohmann::json::sax_parse(ByteIterator(bytes, guard), ByteIterator(), &events);
    return events.take();
}

}  // namespace cudastdenv::inline CUDASTDENV_ABI
