// SPDX-License-Identifier: MIT
#include "ask/linted_list.hpp"

#include "ask/bad_input.hpp"
#include "ask/did_you_mean.hpp"
#include "ask/release_name.hpp"
#include "ask/spelling_name.hpp"
#include "ask/system_name.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

#include <span>

namespace cudastdenv::asking {

namespace {

/// Without the format that stands for a guess.
Texts named_spelling(const Texts& texts) {
    return texts.value_or("format", guessed_spelling) == guessed_spelling ? texts.without("format") : texts;
}

std::optional<NamedConsumer> read_consumer_option(const Tables& tables, const Texts& texts) {
    if (!texts.has("consumer")) return std::nullopt;
    return read_consumer(tables, texts.value("consumer"));
}

/// The spellings to read the text in, the one that counts first.
std::vector<const Spelling*> read_spellings(const SpellingContext& context, const Texts& texts, bool is_guessed,
                                            std::string_view text) {
    if (!is_guessed) return {&read_chosen_spelling(context.tables, named_spelling(texts), "").spelling};
    std::vector<const Spelling*> fitting = spellings_that_fit(context, text);
    if (fitting.empty())
        throw BadInput(InputError::unknown,
                       fmt::format("{} is a list in no spelling that is known here; --format names the one it should "
                                   "be, and then the error says more",
                                   in_quotes(text)));
    return fitting;
}

const std::string& read_text(const Texts& texts) {
    if (!texts.has("text")) throw BadInput(InputError::missing, "which list? Give its text, or - for standard input");
    return texts.value("text");
}

/// The system that was named; else a list of Jetsons alone says which it is for, and no other list does.
std::string_view system_of(const Tables& tables, const Texts& texts, const Listing& listing) {
    if (texts.has("system")) return read_system_name(tables, "system", texts.value("system")).nix;
    std::vector<Capability> named;
    for (const ListEntry& entry : listing.entries)
        for (const auto& capability : {entry.real, entry.ptx})
            if (capability) named.push_back(*capability);
    return are_jetsons(tables, named) ? jetson_system : "";
}

}  // namespace

const Release& read_linted_release(const Context& context, const Texts& texts) {
    if (!texts.has("cuda"))
        throw BadInput(InputError::missing, "which CUDA release? Give --cuda 12.8 or --cuda latest");
    return read_release_name(context, texts.value("cuda"));
}

LintedList::LintedList(const Context& context, const Texts& texts)
    : context_(context),
      release_(read_linted_release(context, texts)),
      cuda_requested_(texts.value("cuda")),
      text_(read_text(texts)),
      is_guessed_(texts.value_or("format", guessed_spelling) == guessed_spelling && !texts.has("consumer")),
      consumer_(read_consumer_option(context.tables, texts)),
      fitting_(read_spellings(spelling_context(), texts, is_guessed_, text_)),
      listing_(read_for_compiler(texts, context.tables, *fitting_.front(),
                                 read_listing(*fitting_.front(), spelling_context(), text_))),
      system_(system_of(context.tables, texts, listing_)) {
    const Spelling& spelling = *fitting_.front();
    LintQuestion question{release_.version, std::nullopt, spelling.abilities.ptx, spelling.unasked_ptx_until,
                          spelling_context().consumer};
    if (!system_.empty()) question.system = system_;
    findings_ = lint(context.tables, question, listing_);
    fixed_ = fixed_text(context.tables, question, spelling, text_, listing_).value_or(Spelled{});
}

SpellingContext LintedList::spelling_context() const {
    return context_of(context_.tables, SpellingContext{context_.tables}.system, release_.version, consumer_);
}

LintAnswer LintedList::answer() const {
    const Spelling& spelling = *fitting_.front();
    LintAnswer answer{.cuda = {cuda_requested_, release_.version, release_.nvcc},
                      .format = spelling.name,
                      .consumer = consumer_of(spelling, spelling_context()),
                      .text = text_,
                      .clean = is_clean(findings_)};
    if (!system_.empty()) answer.system = system_;
    if (!fixed_.text.empty()) answer.fixed = fixed_.text;
    for (const Spelling* other : std::span(fitting_).subspan(1)) answer.also_fits.push_back(other->name);
    for (const Finding& finding : findings_) {
        words::Correction said = words::say({context_.tables, release_, system_, spelling.name}, finding);
        LintAnswer::Finding found{said.code, finding.severity, {}, std::move(said.text), {}, said.sources};
        if (finding.entry) {
            const ListEntry& entry = listing_.entries[*finding.entry];
            found.entry = LintAnswer::Entry{std::string(entry.text), entry.offset};
        }
        if (!said.instead.empty()) found.instead = std::move(said.instead);
        answer.findings.push_back(std::move(found));
    }
    for (const Loss& loss : fixed_.losses) answer.losses.push_back(words::say(spelling.name, loss));
    return answer;
}

}  // namespace cudastdenv::asking
