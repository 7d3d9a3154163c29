// SPDX-License-Identifier: MIT
// Every symbol of GLIBCXX_3.4.29 and later is found in each form in which linkers and loaders print it.
#include "builtin.hpp"
#include "core/text.hpp"
#include "diagnose/log_reader.hpp"
#include "diagnose/symbol_name.hpp"
#include "findings/abi.hpp"

#include "sample.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>

using namespace cudastdenv;
using namespace cudastdenv::diagnose;

namespace {

/// The symbols that libstdc++ added in those versions; each in its newest one.
std::map<std::string_view, std::string_view> new_symbols() {
    std::map<std::string_view, std::string_view> all;
    for (const SymbolVersionRow& row : tables.symbol_versions) {
        const std::optional<Version> number = number_of(AbiPart::glibcxx, row.version);
        if (!number || *number < Version{3, 4, 29}) continue;
        for (const std::string_view symbol : row.symbols) {
            std::string_view& version = all[symbol];
            if (version.empty() || is_before_by_number(version, row.version)) version = row.version;
        }
    }
    return all;
}

/// As demanglers print the name: libiberty's, LLVM's, one without the type that a function returns.
std::vector<std::string> names_of(std::string_view symbol) {
    std::vector<std::string> names{std::string(symbol)};
    std::string name = demangled(symbol);
    if (name == symbol) return names;
    names.push_back(name);
    std::string compact = name;
    while (compact.find("> >") != compact.npos) replace_all(compact, "> >", ">>");
    names.push_back(std::move(compact));
    std::string full = name;
    replace_all(full, "std::string", "std::basic_string<char, std::char_traits<char>, std::allocator<char> >");
    names.push_back(std::move(full));
    for (const std::string_view type : {"void ", "bool ", "std::ostream& "})
        if (name.starts_with(type)) names.push_back(name.substr(type.size()));
    return names;
}

/// The text around a symbol.
struct SymbolForm {
    std::string_view before, behind;
};
constexpr std::array<SymbolForm, 13> symbol_forms{{
    {"a.c:(.text+0xa): undefined reference to `", "'\ncollect2: error: ld returned 1 exit status"},
    {"a.c:(.text+0xa): undefined reference to \xe2\x80\x98", "\xe2\x80\x99"},
    {"libfoo.so: undefined reference to `", "@GLIBCXX_3.4.29'"},
    {"a.o:a.c:function main: error: undefined reference to '", "'"},
    {"ld.lld: error: undefined symbol: ", "\n>>> referenced by a.c\n>>>               a.o:(main)"},
    {"ld.lld: error: undefined reference: ",
     "\n>>> referenced by libfoo.so (disallowed by --no-allow-shlib-undefined)"},
    {"ld.lld: error: undefined reference due to --no-allow-shlib-undefined: ",
     "@GLIBCXX_3.4.29\n>>> referenced by a.so"},
    {"ld.lld: error: libfoo.so: undefined reference to ", " [--no-allow-shlib-undefined]"},
    {"mold: error: undefined symbol: ", "\n>>> referenced by a.c\n>>>               a.o:(main)"},
    {"./a: symbol lookup error: ./a: undefined symbol: ", ""},
    {"./a: symbol lookup error: ./a: undefined symbol: ", ", version GLIBCXX_3.4.30"},
    {"ImportError: /a/_C.so: undefined symbol: ", ""},
    {"undefined symbol: ", "\t(./libfoo.so)"},
}};

}  // namespace

TEST_CASE("each name of a new symbol leads to its version") {
    const LibrarySymbols versions(tables);
    int checked = 0;
    for (const auto& [symbol, version] : new_symbols())
        for (const std::string& name : names_of(symbol)) {
            CAPTURE(name);
            // Another symbol may have the same demangled name.
            const std::string_view found = versions.find(name);
            CHECK((name == symbol ? found == version : !is_before_by_number(found, version)));
            for (const std::string_view behind : {"", "@GLIBCXX_3.4.29", "\t(./a.so)", ", version GLIBCXX_3.4.29",
                                                  "\n>>> referenced by a.c", " [--no-allow-shlib-undefined]"}) {
                // The brackets of the last form follow parameters.
                if (behind.starts_with(" [") && name.find('(') == name.npos && name != symbol) continue;
                const std::string text = name + std::string(behind);
                CHECK(symbol_at_front(text) == name);
                ++checked;
            }
        }
    CHECK(checked >= 3000);
}

TEST_CASE("a symbol of each libstdc++ is not a new one") {
    const LibrarySymbols versions(tables);
    for (const std::string_view name :
         {"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >::basic_string()",
          "std::ios_base::Init::Init()", "std::terminate()", "std::__throw_length_error(char const*)",
          "std::ostream::operator<<(int)", "operator new(unsigned long)"}) {
        CAPTURE(name);
        const std::optional<Version> number = number_of(AbiPart::glibcxx, versions.find(name));
        CHECK((number && *number <= Version{3, 4, 21}));
    }
    for (const std::string_view name : {"", "wave(int)", "std::", "std::f<", "foo::bar(std::string const&)"}) {
        CAPTURE(name);
        CHECK(versions.find(name).empty());
    }
}

TEST_CASE("linkers and loaders name each new symbol") {
    Sample sample(97, 997);
    int checked = 0;
    for (const auto& [symbol, version] : new_symbols())
        for (const std::string& name : names_of(symbol))
            for (const SymbolForm& form : symbol_forms) {
                if (!sample.takes_next()) continue;
                const std::string text = std::string(form.before) + name + std::string(form.behind) + "\n";
                CAPTURE(text);
                std::string_view rest = text;
                const LogReading reading = read_log(tables, [&] { return std::exchange(rest, {}); });
                REQUIRE(!reading.messages.empty());
                CHECK(reading.messages[0].wording->message == "undefined-newer-libstdcxx-symbol");
                const bool is_stated = !value_of(reading.messages[0].fillings, Fact::glibcxx).empty();
                CHECK((is_stated || !is_before_by_number(reading.messages[0].symbol_version, version)));
                ++checked;
            }
    CHECK(checked >= where_every_case_is_tried(10000));
}
