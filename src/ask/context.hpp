// SPDX-License-Identifier: MIT
#pragma once

#include "ask/bad_input.hpp"
#include "findings/host.hpp"
#include "report/page.hpp"

#include <cudastdenv/ask.hpp>
#include <cudastdenv/load.hpp>
#include <cudastdenv/tables.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudastdenv::asking {

/// A question as texts, by the names of the command's options: `cuda`, `stdenv`, `nixpkgs-exact`. A switch that was
/// given has an empty text; what was not given is not there. What was not given and has a default of the user's is
/// there, and it is known which variable it is from.
class Texts {
public:
    Texts() = default;
    explicit Texts(std::map<std::string, std::string, std::less<>> values) : values_(std::move(values)) {}

    [[nodiscard]] bool has(std::string_view name) const { return values_.contains(name); }
    /// Of one that was given.
    [[nodiscard]] const std::string& value(std::string_view name) const { return values_.find(name)->second; }
    [[nodiscard]] std::string value_or(std::string_view name, std::string_view fallback) const {
        return has(name) ? value(name) : std::string(fallback);
    }
    /// The same question with that text, whether or not it had one.
    [[nodiscard]] Texts with(std::string_view name, std::string_view value) const {
        Texts changed = without(name);
        changed.values_.emplace(name, value);
        return changed;
    }
    /// The same question without that text.
    [[nodiscard]] Texts without(std::string_view name) const {
        Texts changed(*this);
        changed.values_.erase(std::string(name));
        changed.variables_.erase(std::string(name));
        return changed;
    }
    /// The variables that texts are from, by the names of the options.
    [[nodiscard]] const std::map<std::string, std::string, std::less<>>& variables() const noexcept {
        return variables_;
    }

protected:
    std::map<std::string, std::string, std::less<>> values_;
    std::map<std::string, std::string, std::less<>> variables_;
};

/// How much of a machine a question is about.
enum class HostPart : std::uint8_t { toolkits, all };

/// What `give` gives, or the problem that it throws.
template <class T, class Give>
Result<T> result_of(Give give) {
    try {
        return give();
    } catch (const BadInput& error) {
        return Problem{Problem::Kind::bad_input, std::string(to_string(error.error())), error.what()};
    } catch (const DataError& error) {
        return Problem{Problem::Kind::bad_data, "bad-data", error.what()};
    }
}

/// What a question is asked of: the tables, and the machine that it calls `host`.
struct Context {
    Tables tables;
    /// Called only where a question names the machine. Throws BadInput where there is none to look at.
    std::function<Host(const Tables&, HostPart)> look_at_host;
};

/// How answers are written.
struct Form {
    bool json = false;
    report::Style style = {};  ///< of a text for people
};

/// Answers a question of one kind. Throws BadInput and DataError.
using Answerer = Written (*)(const Context& context, const Texts& texts, const Form& form);

/// The tables alone: a question that names the machine is refused.
[[nodiscard]] inline Context without_machine(const Tables& tables) {
    return {tables, [](const Tables&, HostPart) -> Host {
                throw BadInput(InputError::not_here,
                               "'host' is a machine, and none was given; write the release, the compilers and the "
                               "environment that are meant");
            }};
}

}  // namespace cudastdenv::asking
