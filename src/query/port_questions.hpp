// SPDX-License-Identifier: MIT
#pragma once

/// Queries about what files use that a release no longer has.

#include "query/answers.hpp"
#include "spelling/port.hpp"

namespace cudastdenv::query {

/// Reads files one after another, and judges them together: a source can use what another one declares.
class PortReader {
public:
    /// Throws BadInput.
    PortReader(const Context& context, const OptionTexts& texts);

    /// `name` is in the answer, and decides how the file is read.
    void add(const std::string& name, std::string_view text);
    [[nodiscard]] PortAnswer answer() const;

private:
    struct Source {
        std::string name;
        SourceUses uses;
    };

    /// The names that a source or a header that it includes declares.
    [[nodiscard]] TextSet own_names(std::size_t first) const;
    void add_lists(const std::string& name, std::string_view text);
    [[nodiscard]] static PortAnswer::Finding described(const std::string& file, const PortFinding& finding);

    const Context& context_;
    OptionTexts texts_;
    ApiIndex index_;
    AskedRelease cuda_;
    std::optional<Version> from_;
    std::optional<PortRules> rules_;
    std::vector<Source> sources_;
    std::multimap<std::string, std::size_t> headers_;  ///< places in sources_ by file name
    SourceUses shared_;
    std::vector<PortAnswer::Finding> findings_;  ///< in build files
    std::size_t files_ = 0;
};

/// Whether nothing has to change.
[[nodiscard]] bool are_notes(std::span<const PortAnswer::Finding> findings);

/// The text of a file after all fixable ones of these findings in it, which are sorted by place; absent: a name is not
/// where the finding says.
[[nodiscard]] std::optional<std::string> fixed_source(std::string_view text,
                                                      std::span<const PortAnswer::Finding> findings);

}  // namespace cudastdenv::query
