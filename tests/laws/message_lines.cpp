// SPDX-License-Identifier: MIT
#include "message_lines.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace cudastdenv::laws {

namespace {

using Placeholder = TemplatePart::Placeholder;

/// The library `libcublas.so.12` with the text before the placeholder: `-l`, `lib`, `CUDA::`.
std::string library_behind(std::string_view before, Placeholder placeholder, const std::string& file) {
    const std::size_t end = file.find(".so");
    if (placeholder == Placeholder::version) return end + 4 < file.size() ? file.substr(end + 4) : "12";
    if (before.ends_with("-l") || before.ends_with("::") || before.ends_with("/lib")) return file.substr(3, end - 3);
    return before.ends_with("lib") ? file.substr(3) : file;
}

/// The capability `12.0` in the form that the tool prints.
std::string capability_behind(std::string_view before, Placeholder placeholder, std::string_view message,
                              const std::string& capability) {
    if (message == "arch-native-or-empty") return "native";
    if (placeholder == Placeholder::version) return capability;
    std::string number = capability;
    std::erase(number, '.');
    return before.ends_with("_") ? number : "sm_" + number;
}

/// Values of facts, if the value matters.
constexpr std::array<std::pair<Fact, std::string_view>, 14> values{
    {{Fact::header, "cublas_v2.h"},
     {Fact::cmake_file, "CUDA_CUDART"},
     {Fact::program, "nvcc"},
     {Fact::function, "Complete"},
     {Fact::symbol, "_ZSt28__throw_bad_array_new_lengthv"},
     {Fact::scope, "cudaDeviceProp"},
     {Fact::glibcxx, "3.4.32"},
     {Fact::cxxabi, "1.3.14"},
     {Fact::glibc_needed, "2.38"},
     {Fact::driver, "535.129.03"},
     {Fact::gnu_version, "140200"},
     {Fact::jit_major, "12"},
     {Fact::jit_minor, "4"},
     {Fact::cxx_standard, "20"}}};

/// The text that a tool would print for that placeholder.
std::string filling_of(const TemplatePart& part, std::string_view before, std::string_view message,
                       const FactValues& known) {
    const auto given = known.find(part.fact);
    const auto known_or = [&](const char* usual) { return given == known.end() ? std::string(usual) : given->second; };
    if (part.fact == Fact::library) return library_behind(before, part.placeholder, known_or("libcublas.so.12"));
    if (part.fact == Fact::capability) return capability_behind(before, part.placeholder, message, known_or("12.0"));
    if (given != known.end()) return given->second;
    if (part.fact == Fact::symbol && message == "glibc-symbol-undefined") return "__isoc23_strtol";
    const auto value = std::ranges::find(values, part.fact, &std::pair<Fact, std::string_view>::first);
    if (value != values.end()) return std::string(value->second);
    switch (part.placeholder) {
        case Placeholder::number: return "14";
        case Placeholder::version: return "12.4";
        case Placeholder::path: return "/usr/local/cuda/include/that.h";
        case Placeholder::name: return "some_name";
        case Placeholder::none: break;
    }
    return {};
}

/// The text with its placeholders filled, with unchanged blanks and case.
std::string filled(std::string_view text, std::string_view message, const FactValues& known) {
    std::string result;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size());
        result += text.substr(0, open);
        text.remove_prefix(open);
        if (text.empty()) break;
        const std::size_t close = text.find('}');
        const auto placeholder = parse_template("beside: " + std::string(text.substr(0, close + 1))).value().back();
        result += filling_of(placeholder, result, message, known);
        text.remove_prefix(close + 1);
    }
    return result;
}

/// The file at the start of a wording's line.
std::string place_of(const MessageTextRow& row) {
    if (row.files.empty()) return "";
    std::string_view file = row.files.front();
    while (!file.empty() && (file.front() == '/' || file.front() == '*')) file.remove_prefix(1);
    return "/usr/include/" + std::string(file) + ":79:12: error: ";
}

/// A wording ends at its last placeholder; its line also has the closing quotation mark.
std::string closing_quote(std::string_view text) {
    if (!text.ends_with('}')) return "";
    const char before = text[text.rfind('{') - 1];
    return before == '\'' || before == '"' ? std::string(1, before) : before == '`' ? "'" : "";
}

}  // namespace

std::string message_line(const MessageTextRow& row, const FactValues& known) {
    FactValues all = known;
    if (row.message == "cuda-name-missing")
        all.emplace(Fact::symbol, row.text.find(":scope}") != row.text.npos ? "clockRate" : "cudaThreadExit");
    // A compiler repeats the code of the call.
    const std::string_view code = row.message == "cuda-function-changed" ? " cudaMemAdvise(data, size, advice, 0);"
                                                                         : "";
    return place_of(row) + filled(row.text, row.message, all) + closing_quote(row.text) + std::string(code) + "\n";
}

}  // namespace cudastdenv::laws
