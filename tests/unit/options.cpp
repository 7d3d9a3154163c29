// SPDX-License-Identifier: MIT
#include "cli/command.hpp"

#include "show.hpp"

#include <algorithm>
#include <array>

namespace cudastdenv::cli {

namespace {

constexpr std::array specs{OptionSpec{"cuda", "VERSION", "a release"}, OptionSpec{"capabilities", "LIST", "a list"},
                           OptionSpec{"json", "", "a switch"}, OptionSpec{"help", "", "a switch", 'h'}};
constexpr std::array<std::string_view, 1> one_argument{"what"};
constexpr std::array<std::string_view, 1> a_text{"text..."};
constexpr std::array<std::string_view, 1> a_list{"file+"};

using Arguments = std::vector<std::string>;

ParsedOptions parse(const Arguments& arguments, std::span<const std::string_view> positional = {}) {
    return {arguments, specs, positional};
}

std::string complaint(const Arguments& arguments, std::span<const std::string_view> positional = {}) {
    try {
        parse(arguments, positional);
        return "no complaint";
    } catch (const BadInput& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("splits options, switches and arguments") {
    const ParsedOptions options = parse({"--cuda", "12.8", "--json", "releases", "--capabilities=8.9,9.0"},
                                        one_argument);
    CHECK(options.value("cuda") == "12.8");
    CHECK(options.value("capabilities") == "8.9,9.0");
    CHECK(options.value("what") == "releases");
    CHECK(options.has("json"));
    CHECK_FALSE(options.has("help"));
    CHECK(options.value_or("cuda", "latest") == "12.8");
    CHECK(options.value_or("system", "x86_64-linux") == "x86_64-linux");
    const ParsedOptions nothing = parse({});
    CHECK_FALSE(nothing.has("cuda"));
    CHECK(parse({"-h"}).has("help"));
}

TEST_CASE("a copy can have another value for one option") {
    const ParsedOptions options = parse({"--cuda", "12.8", "--json"});
    const OptionTexts changed = options.with("cuda", "13.0").with("system", "aarch64-linux");
    CHECK(changed.value("cuda") == "13.0");
    CHECK(changed.value("system") == "aarch64-linux");
    CHECK(changed.has("json"));
    CHECK(options.value("cuda") == "12.8");
    CHECK_FALSE(options.has("system"));
    const OptionTexts fewer = options.without("cuda").without("system");
    CHECK_FALSE(fewer.has("cuda"));
    CHECK(fewer.has("json"));
    CHECK(options.has("cuda"));
}

TEST_CASE("accepts an empty value") {
    CHECK(parse({"--cuda="}).value("cuda").empty());
    CHECK(parse({"--cuda", ""}).value("cuda").empty());
    CHECK(parse({"--cuda=", "--json"}).has("json"));
    CHECK(parse({"--cuda=a=b"}).value("cuda") == "a=b");
    CHECK(parse({"--cuda=a="}).value("cuda") == "a=");
    CHECK(parse({"--cuda==", "--json"}).value("cuda") == "=");
    CHECK(parse({""}, one_argument).value("what").empty());
}

TEST_CASE("keeps a value byte for byte") {
    for (const std::string& value :
         {std::string("12.8"), std::string(" "), std::string("a b"), std::string("\"quoted\""), std::string("\\"),
          std::string("\xff\xfe"), std::string("a\nb"), std::string("-"), std::string(100'000, 'x')}) {
        CHECK(parse({"--cuda", value}).value("cuda") == value);
        CHECK(parse({"--cuda=" + value}).value("cuda") == value);
    }
}

TEST_CASE("rejects unknown and abbreviated options with the closest one") {
    CHECK(complaint({"--cudda", "12.8"}) == "unknown option '--cudda': did you mean '--cuda'?");
    CHECK(complaint({"--cud", "12.8"}) == "unknown option '--cud': did you mean '--cuda'?");
    CHECK(complaint({"--cap=8.9"}) == "unknown option '--cap': did you mean '--capabilities'?");
    CHECK(complaint({"--JSON"}).starts_with("unknown option '--JSON'"));
    CHECK(complaint({"--xyzzy"}) == "unknown option '--xyzzy'; pass one of --cuda, --capabilities, --json, --help");
    CHECK(complaint({"-x"}).starts_with("unknown option '-x'"));
    CHECK(complaint({"--xyzzy="}).starts_with("unknown option '--xyzzy'"));
}

TEST_CASE("rejects missing, superfluous and duplicate values") {
    CHECK(complaint({"--cuda"}) == "option '--cuda' needs a value; pass --cuda 13.5");
    // Like getopt: a value may begin with a dash. Its parser will reject this one.
    CHECK(parse({"--cuda", "--json"}).value("cuda") == "--json");
    CHECK(complaint({"--json=yes"}) == "option '--json' does not accept a value");
    CHECK(complaint({"--json="}) == "option '--json' does not accept a value");
    CHECK(complaint({"--json="}, one_argument) == "option '--json' does not accept a value");
    CHECK(complaint({"--cuda", "1", "--cuda", "2"}) == "option '--cuda' is given twice");
    CHECK(complaint({"--cuda=1", "--cuda=1"}) == "option '--cuda' is given twice");
    CHECK(complaint({"--json", "--json"}) == "option '--json' is given twice");
    CHECK(complaint({"-h", "--help"}) == "option '--help' is given twice");
}

TEST_CASE("a list that is given again is longer") {
    CHECK(parse({"--capabilities", "8.9", "--json", "--capabilities=9.0,10.0"}).value("capabilities") ==
          "8.9,9.0,10.0");
    CHECK(parse({"--capabilities=", "--capabilities=9.0"}).value("capabilities") == "9.0");
}

TEST_CASE("an unexpected argument becomes its option's value or an error") {
    CHECK(complaint({"releases"}) == "unexpected argument 'releases'; `cudastdenv --help` prints the usage");
    CHECK(complaint({"a", "b"}, one_argument).starts_with("unexpected argument 'b'"));
    CHECK(complaint({"a"}, one_argument) == "no complaint");
    CHECK(parse({"12.8"}).value("cuda") == "12.8");
    CHECK(parse({"9.0", "--cuda", "12.8"}).value("capabilities") == "9.0");
    CHECK(complaint({"12.8", "--cuda", "12.8"}) == "the release is given twice, as '12.8' and as '12.8'");
    CHECK(parse({"--cuda", "CUDA", "12.8"}).value("cuda") == "CUDA 12.8");
    CHECK(parse({"--cuda", "12.8", "8.9 9.0"}).value("capabilities") == "8.9 9.0");
    CHECK(complaint({"--cuda", "12.8", "9.0", "8.9"}).starts_with("unexpected argument '8.9'"));
}

TEST_CASE("all words after -- are arguments") {
    CHECK(parse({"--", "--json"}, one_argument).value("what") == "--json");
    CHECK_FALSE(parse({"--", "--json"}, one_argument).has("json"));
}

TEST_CASE("a text is all words except options") {
    const ParsedOptions options = parse({"8.0", "--cuda", "12.8", "9.0", "--json", "--capabilities=7.5", "10.0"},
                                        a_text);
    CHECK(options.value("text") == "8.0 9.0 10.0");
    CHECK(options.value("cuda") == "12.8");
    CHECK(options.value("capabilities") == "7.5");
    CHECK(options.has("json"));
    CHECK_FALSE(parse({"--json", "--cuda", "1"}, a_text).has("text"));
    CHECK(parse({""}, a_text).value("text").empty());
    CHECK(parse({"-"}, a_text).value("text") == "-");
    CHECK(complaint({"--=x"}, a_text).starts_with("unknown option '--'"));
    CHECK(parse({" a ", "b"}, a_text).value("text") == " a  b");
    CHECK_FALSE(parse({"a"}, a_text).has("text..."));
}

TEST_CASE("words of a text may begin with a dash") {
    for (const char* word : {"-gencode=arch=compute_90,code=sm_90", "--offload-arch=sm_90",
                             "--@rules_cuda//cuda:archs=compute_90:sm_90", "-DKokkos_ARCH_HOPPER90=ON", "-gpu=cc80",
                             "-cuda=cc80", "-arch", "--generate-code", "--no-cuda-gpu-arch=sm_90", "-x", "-\n"}) {
        CAPTURE(word);
        CHECK(parse({word}, a_text).value("text") == word);
        const ParsedOptions two = parse({"--json", word, "--cuda", "12.8", word, "-h"}, a_text);
        CHECK(two.value("text") == std::string(word) + " " + word);
        CHECK(two.value("cuda") == "12.8");
        CHECK(two.has("help"));
        CHECK(complaint({word}, one_argument) != "no complaint");
    }
    const std::string longest = "-" + std::string(100'000, 'x');
    CHECK(parse({longest}, a_text).value("text") == longest);
}

TEST_CASE("finds options and misspellings beside a text") {
    CHECK(complaint({"--cudda", "12.8", "text"}, a_text) == "unknown option '--cudda': did you mean '--cuda'?");
    CHECK(complaint({"--cap=8.9"}, a_text) == "unknown option '--cap': did you mean '--capabilities'?");
    CHECK(complaint({"-json"}, a_text) == "unknown option '-json': did you mean '--json'?");
    CHECK(complaint({"a", "--json=yes"}, a_text) == "option '--json' does not accept a value");
    CHECK(complaint({"a", "--cuda"}, a_text) == "option '--cuda' needs a value; pass --cuda 13.5");
    CHECK(complaint({"--cuda=1", "a", "--cuda", "2"}, a_text) == "option '--cuda' is given twice");
    CHECK(complaint({"-h", "a", "--help"}, a_text) == "option '--help' is given twice");
    CHECK(parse({"--cuda", "-gencode=x", "a"}, a_text).value("cuda") == "-gencode=x");
    CHECK(parse({"--cuda=", "a"}, a_text).value("cuda").empty());
}

TEST_CASE("all words after -- belong to the text") {
    const ParsedOptions options = parse({"a", "--json", "--", "--cuda", "--", "--cudda"}, a_text);
    CHECK(options.value("text") == "a --cuda -- --cudda");
    CHECK(options.has("json"));
    CHECK_FALSE(options.has("cuda"));
    CHECK_FALSE(parse({"--"}, a_text).has("text"));
}

TEST_CASE("an argument's name is not an option") {
    // The names of arguments are only internal: `--what releases` does not exist.
    CHECK(complaint({"--what", "releases"}, one_argument).starts_with("unknown option '--what'"));
}

TEST_CASE("an error is one line for any input") {
    for (const std::string& text : {std::string("--x\ny"), std::string("--\x1b[31m"), std::string("-\n"),
                                    "--" + std::string(100'000, 'x'), std::string("--="), std::string("--=x"),
                                    std::string("---"), std::string("---cuda=1"), std::string("--\n=")}) {
        const std::string line = complaint({text});
        CAPTURE(line.substr(0, 100));
        CHECK(line != "no complaint");
        CHECK(line.size() < 300);
        CHECK(std::ranges::none_of(line, [](char c) { return static_cast<unsigned char>(c) < 0x20; }));
    }
}

TEST_CASE("accepts a short option with its value attached") {
    constexpr std::array short_options{OptionSpec{"output", "FILE", "", 'o'}, OptionSpec{"help", "", "", 'h'}};
    const auto with = [&](const Arguments& arguments) { return ParsedOptions(arguments, short_options, {}); };
    CHECK(with({"-ofile"}).value("output") == "file");
    CHECK(with({"-o=file"}).value("output") == "=file");
    CHECK(with({"-o", "file", "-h"}).has("help"));
    CHECK_THROWS_WITH_AS(with({"-o", "-h"}), "option '--output' needs a value; `cudastdenv --help` prints the usage",
                         BadInput);
    CHECK_THROWS_WITH_AS(with({"-hfile"}), "option '--help' does not accept a value", BadInput);
    CHECK_THROWS_WITH_AS(with({"-ofile", "-oother"}), "option '--output' is given twice", BadInput);
}

TEST_CASE("reads a list of arguments") {
    CHECK(parse({}, a_list).list().empty());
    const ParsedOptions options = parse({"a b", "--json", "--cuda", "12.8", "c", "--", "-d"}, a_list);
    CHECK(options.list() == Arguments{"a b", "c", "-d"});
    CHECK(options.value("cuda") == "12.8");
    CHECK(options.has("json"));
    CHECK_FALSE(options.has("file"));
    CHECK(parse({"-"}, a_list).list() == Arguments{"-"});
    CHECK(complaint({"a", "", "c"}, a_list) == "the file's name is empty");
    CHECK(complaint({"a", "--jsn"}, a_list).starts_with("unknown option '--jsn'"));
    CHECK(complaint({"a", "--file", "b"}, a_list).starts_with("unknown option '--file'"));
    CHECK(complaint({"a", "--file=b"}, a_list).starts_with("unknown option '--file'"));
}

}  // namespace cudastdenv::cli
