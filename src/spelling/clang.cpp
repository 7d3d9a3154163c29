// SPDX-License-Identifier: MIT
#include "spelling/formats.hpp"
#include "spelling/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cudastdenv::spelling {

namespace {

enum class Option : std::uint8_t { architecture, no_architecture, ptx, no_ptx };

struct OptionName {
    std::string_view text;
    Option option;
};
constexpr std::array<OptionName, 6> option_names{{{"--offload-arch=", Option::architecture},
                                                  {"--cuda-gpu-arch=", Option::architecture},
                                                  {"--no-offload-arch=", Option::no_architecture},
                                                  {"--no-cuda-gpu-arch=", Option::no_architecture},
                                                  {"--cuda-include-ptx=", Option::ptx},
                                                  {"--no-cuda-include-ptx=", Option::no_ptx}}};

Option take_option(Piece& word) {
    for (const OptionName& name : option_names)
        if (take(word, name.text)) return name.option;
    fail(ListReadError::Kind::unexpected, word, "--offload-arch=sm_90");
}

bool is_all(const Piece& value) { return value.text == "all"; }

/// Architectures in order, and for which of them PTX comes along; a later option overrules an earlier one.
class Driver {
public:
    void take_word(Piece word) {
        const Option option = take_option(word);
        const std::vector<Piece> values = words(word, ",");
        if (values.empty()) fail(ListReadError::Kind::empty, word);
        for (const Piece& value : values) apply(option, value);
    }

    Listing result() && {
        for (ListEntry& entry : listing_.entries) {
            if (!entry.real) continue;
            const std::optional<bool> wanted = wants_ptx(*entry.real);
            if (wanted == true) entry.ptx = entry.real;
            entry.ptx_by_version = !wanted;
        }
        return std::move(listing_);
    }

private:
    struct PtxOption {
        std::optional<Capability> of;  ///< absent: all
        bool wanted = true;
    };

    void apply(Option option, const Piece& value) {
        switch (option) {
            case Option::architecture: add(value); break;
            case Option::no_architecture: remove(value); break;
            case Option::ptx: ptx_.push_back({of(value), true}); break;
            case Option::no_ptx: ptx_.push_back({of(value), false}); break;
        }
    }

    static std::optional<Capability> of(const Piece& value) {
        return is_all(value) ? std::nullopt : std::optional(prefixed(value, "sm_"));
    }

    void add(const Piece& value) {
        if (value.text == to_string(ListKeyword::native))
            listing_.entries.push_back(keyword_entry(value, ListKeyword::native));
        else listing_.entries.push_back(real_entry(value, prefixed(value, "sm_")));
    }

    void remove(const Piece& value) {
        const std::optional<Capability> removed = of(value);
        std::erase_if(listing_.entries, [&](const ListEntry& entry) { return !removed || entry.real == removed; });
    }

    /// Absent: the options say nothing of it.
    std::optional<bool> wants_ptx(Capability capability) const {
        std::optional<bool> wanted;
        for (const PtxOption& option : ptx_)
            if (!option.of || option.of == capability) wanted = option.wanted;
        return wanted;
    }

    Listing listing_;
    std::vector<PtxOption> ptx_;
};

}  // namespace

// Up to Clang 19 PTX of every architecture is embedded unless it is refused, from 20 on none unless it is wanted
// (tests/oracle/consumers/clang.json): refusing all and then wanting some means the same to both.
std::string write_clang(const SpellingContext&, const BuildList& list) {
    std::vector<std::string> options;
    for (const Capability capability : list.real) options.push_back("--offload-arch=" + real_architecture(capability));
    options.emplace_back("--no-cuda-include-ptx=all");
    for (const Capability capability : list.ptx)
        options.push_back("--cuda-include-ptx=" + real_architecture(capability));
    return fmt::format("{}", fmt::join(options, " "));
}

Listing read_clang(const SpellingContext&, std::string_view text) {
    Driver driver;
    for (const Piece& word : words({text, 0})) driver.take_word(word);
    return not_empty(std::move(driver).result(), text);
}

}  // namespace cudastdenv::spelling
