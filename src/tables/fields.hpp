// SPDX-License-Identifier: MIT
#pragma once

/// Describes each row of the tables and says which file holds it. A field is one line, in the order of the members.

#include "tables/shape.hpp"

#include <cudastdenv/tables.hpp>

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv {

// clang-format off

#define SOURCES (sources, "sources", "Ids of sources.json, the most important first.", &forms::some_sources)
#define FIRST_RELEASE \
    (first, "first", "The first release of which it holds; null: no release is known to lack it.", &forms::three_numbers)
#define LAST_RELEASE \
    (last, "last", "The last one; two numbers: all patch releases; null: it holds of the newest that was read.", &forms::two_or_three_numbers)

CUDASTDENV_DESCRIBE(VersionRange, "VersionRange", "Versions, closed; null is open. Two numbers stand for all their patch releases.",
    (min, "min", "", &forms::two_or_three_numbers),
    (max, "max", "", &forms::two_or_three_numbers))

CUDASTDENV_DESCRIBE(MajorRange, "MajorRange", "Major versions, closed; null is open.",
    (min, "min", "", &forms::major),
    (max, "max", "", &forms::major))

CUDASTDENV_DESCRIBE(Release, "Release", "One release.",
    (version, "release", "The release; 10.x carries its build as the third number.", &forms::three_numbers),
    (nvcc, "nvcc", "The version that nvcc prints; null where it is not known.", &forms::three_numbers),
    (date, "date", "Day or month of the release; null where it is not known.", &forms::day_or_month),
    (preview, "preview", "A developer preview, never meant by a number of two parts."),
    (newest_standard, "newestStandard", "The newest standard that nvcc's -std takes; null where it is not known."),
    SOURCES)

CUDASTDENV_DESCRIBE(NeverReleased, "NeverReleased", "A number that was skipped.",
    (version, "release", "", &forms::two_numbers),
    (reason, "reason", "", &forms::text),
    SOURCES)

CUDASTDENV_DESCRIBE(HostRange, "HostRange", "Major versions, closed at both ends.",
    (min, "min", "null: no lower bound is stated.", &forms::major),
    (max, "max", "", &forms::major),
    SOURCES)

CUDASTDENV_DESCRIBE(HostCompilerRow, "HostCompilerRow", "A run of releases of one minor release that are alike.",
    (family, "family"),
    (first, "first", "First release of the run.", &forms::three_numbers),
    (last, "last", "Last release of the run, included.", &forms::three_numbers),
    (enforced, "enforced", "What crt/host_config.h checks."),
    (documented, "documented", "What NVIDIA's installation guide lists."),
    (nixpkgs, "nixpkgs", "What nixpkgs' nvcc.nix publishes."),
    (grace, "grace", "The window for NVIDIA's own Clang for Grace (__GRCO_CLANG_COMPILER__)."))

CUDASTDENV_DESCRIBE(NvccCapability, "NvccCapability", "Releases in which nvcc takes it.",
    (first, "first", "First public release.", &forms::two_numbers),
    (last, "last", "Last release, included; null: still there.", &forms::two_numbers),
    SOURCES)

CUDASTDENV_DESCRIBE(NixpkgsCapability, "NixpkgsCapability", "What nixpkgs' cuda.nix says; null: it has no such row.",
    (min, "min", "", &forms::two_numbers),
    (max, "max", "Included.", &forms::two_numbers),
    (dont_default_after, "dontDefaultAfter", "Last release that builds it by default.", &forms::two_numbers),
    SOURCES)

CUDASTDENV_DESCRIBE(CapabilityRename, "CapabilityRename", "The number that it got later.",
    (to, "to"),
    (since, "since", "First release with the new number.", &forms::two_numbers))

CUDASTDENV_DESCRIBE(CapabilityRow, "CapabilityRow", "One capability.",
    (capability, "capability"),
    (architecture, "architecture", "Name of the GPU architecture, as nixpkgs spells it.", &forms::architecture),
    (jetson, "jetson", "An integrated (Tegra) GPU."),
    (family, "family", "The family's lowest family-specific member; null before 10.0."),
    (nvcc, "nvcc"),
    (nixpkgs, "nixpkgs"),
    (renamed, "renamed"),
    SOURCES)

CUDASTDENV_DESCRIBE(LibstdcxxRow, "LibstdcxxRow", "Holds from this GCC release up to the next row.",
    (gcc, "gcc", "First GCC release.", &forms::two_or_three_numbers),
    (glibcxx, "glibcxx", "Newest symbol version.", &forms::glibcxx),
    (cxxabi, "cxxabi", "Newest symbol version of the ABI part, on x86_64 and aarch64.", &forms::cxxabi),
    (soname, "soname", "File name of the library.", &forms::soname),
    SOURCES)

CUDASTDENV_DESCRIBE(SymbolVersionRow, "SymbolVersionRow", "The symbols that came with a version.",
    (version, "version", "The symbol version.", &forms::symbol_version),
    (symbols, "symbols", "Sorted; of several versions the oldest counts.", &forms::some_symbols),
    SOURCES)

CUDASTDENV_DESCRIBE(PairHeadersRow, "PairHeadersRow", "One build of nvcc, one host compiler and one standard.",
    (nvcc, "nvcc", "Build, as nvcc prints it.", &forms::three_numbers),
    (compiler, "compiler", "The host compiler."),
    (standard, "standard"),
    (works, "works", "GCC majors with whose headers it works, ascending.", &forms::major),
    (fails, "fails", "GCC majors with whose headers it does not, ascending.", &forms::major),
    SOURCES)

CUDASTDENV_DESCRIBE(ClangHeadersRow, "ClangHeadersRow", "One Clang and one standard.",
    (clang, "clang", "", &forms::major),
    (standard, "standard"),
    (max_libstdcxx, "maxLibstdcxx", "GCC major whose headers parse; null: none.", &forms::major),
    SOURCES)

CUDASTDENV_DESCRIBE(HostStandardRow, "HostStandardRow", "One standard, one family and a run of releases.",
    (standard, "standard"),
    (family, "family"),
    (min, "min", "The oldest from which nvcc takes the standard, included.", &forms::major),
    (first, "first", "First release of which it is known.", &forms::three_numbers),
    (last, "last", "Last one, included.", &forms::three_numbers),
    SOURCES)

CUDASTDENV_DESCRIBE(CcbinVariableRow, "CcbinVariableRow", "A run of releases.",
    (heeded, "heeded", "Whether nvcc takes its host compiler from NVCC_CCBIN."),
    (first, "first", "First release of which it is known.", &forms::three_numbers),
    (last, "last", "Last one, included.", &forms::three_numbers),
    SOURCES)

CUDASTDENV_DESCRIBE(SparedHosts, "SparedHosts", "Host compilers of a family, with a toolkit whose headers lie there.",
    (family, "family"),
    (toolkit_headers, "toolkitHeaders", "Under a prefix, or in a directory that the compiler searches by itself."))

CUDASTDENV_DESCRIBE(AdvisoryCondition, "AdvisoryCondition", "All parts that are not null must hold, but for `unless`, which must not.",
    (releases, "releases"),
    (family, "family"),
    (compiler, "compiler", "Major version of the host compiler."),
    (compiler_versions, "compilerVersions", "Its version, minor number and all, in one of these; none: it does not matter."),
    (libstdcxx_headers, "libstdcxxHeaders", "GCC major of the headers compiled with."),
    (libstdcxx_library, "libstdcxxLibrary", "GCC major of the library linked with."),
    (glibc, "glibc"),
    (standard_min, "standardMin"),
    (standard_max, "standardMax"),
    (system, "system", "", &forms::system),
    (unless, "unless", "Must not hold; null: nobody is spared."))

CUDASTDENV_DESCRIBE(AdvisoryRow, "AdvisoryRow", "One advisory.",
    (id, "id", "", &forms::id),
    (severity, "severity", "broken: does not work; caution: may not; note: good to know."),
    (when, "when"),
    (message, "message", "", &forms::sentences),
    (workaround, "workaround", "The way out; null: none is known.", &forms::text),
    (ways_out, "waysOut", "Those of it that the program knows, the simplest first: -isystem with the toolkit's headers, which helps a GCC; the header that `env --glibc-shim` writes."),
    SOURCES)

CUDASTDENV_DESCRIBE(OwnCuda, "OwnCuda", "A CUDA toolkit that an environment packages itself.",
    (release, "release", "", &forms::three_numbers),
    (toolkit_headers, "toolkitHeaders", "Where it puts the headers: under a prefix, or in a directory that the compiler searches by itself."),
    (host_compilers, "hostCompilers", "That its package asks for, of each family the newest; null: not known."),
    SOURCES)

CUDASTDENV_DESCRIBE(EnvironmentRow, "EnvironmentRow", "A distribution's release or a channel of nixpkgs.",
    (id, "id", "", &forms::id),
    (title, "title", "", &forms::text),
    (aliases, "aliases", "What else it is called. Case, hyphens, words like Linux and a minor number too many don't matter.", &forms::alias),
    (system, "system", "Nix system, where there is only one; null: several.", &forms::system),
    (compiler, "compiler", "Its default compiler."),
    (compiler_version, "compilerVersion", "null where it is not known.", &forms::two_or_three_numbers),
    (libstdcxx, "libstdcxx", "GCC major of the libstdc++.so.6 that programs load.", &forms::major),
    (libstdcxx_version, "libstdcxxVersion", "The GCC release of it; X.0.1 is a snapshot before X.1; null where no source says it.", &forms::two_or_three_numbers),
    (nonshared, "nonshared", "What code of its newer GCCs needs beyond that libstdc++ is linked statically, from libstdc++_nonshared.a."),
    (glibc, "glibc", "", &forms::two_numbers),
    (gccs, "gccs", "Packaged majors, ascending.", &forms::major),
    (clangs, "clangs", "Packaged majors, ascending.", &forms::major),
    (fixed_advisories, "fixedAdvisories", "Advisories that its own packages are patched against.", &forms::id),
    (own_cuda, "ownCuda", "CUDA toolkits that it packages itself, by release, as far as a source says."),
    SOURCES)

CUDASTDENV_DESCRIBE(DistributionRow, "DistributionRow", "What a distribution calls the packages of its compilers.",
    (id, "id", "Its environments are called so, or so with a hyphen and a version.", &forms::id),
    (title, "title", "", &forms::text),
    (install, "install", "The command that packages go behind.", &forms::text),
    (gcc, "gcc", "", &forms::package),
    (newest_gcc, "newestGcc", "Of the newest GCC of an environment.", &forms::package),
    (default_gcc, "defaultGcc", "Of an environment's default GCC; null: it has no name of its own.", &forms::package),
    (gcc_program, "gccProgram", "The C++ compiler of a package that has a number, by its name or its path; null: not known, or no name that stays.", &forms::program),
    (clang, "clang", "", &forms::package),
    (newest_clang, "newestClang", "Of the newest Clang of an environment.", &forms::package),
    SOURCES)

CUDASTDENV_DESCRIBE(RedistSystemRow, "RedistSystemRow", "One system.",
    (nix, "nix", "", &forms::system),
    (redist, "redist", "NVIDIA's name in its manifests, or unsupported: they have none.", &forms::redist_or_unsupported),
    (pkgs_cross, "pkgsCross", "Attribute of nixpkgs' pkgsCross; null: none is named.", &forms::attribute),
    (jetson, "jetson", "The Jetson variant of the system."),
    (nixpkgs, "nixpkgs", "nixpkgs packages it."),
    (first, "first", "First release known to ship it.", &forms::three_numbers),
    (last, "last", "Last release that ships it; null: still shipped.", &forms::three_numbers),
    (absent, "absent", "Releases in between that lack it.", &forms::three_numbers),
    SOURCES)

CUDASTDENV_DESCRIBE(JetsonSbsaRow, "JetsonSbsaRow", "A range of releases.",
    (first, "first", "", &forms::two_numbers),
    (last, "last", "Included; null: open.", &forms::two_numbers),
    (min_capability, "minCapability", "From this capability on a Jetson is an ordinary Arm server platform."),
    SOURCES)

CUDASTDENV_DESCRIBE(DriverDatum, "DriverDatum", "A driver version with its sources.",
    (driver, "driver"),
    SOURCES)

CUDASTDENV_DESCRIBE(DriverRow, "DriverRow", "The drivers of one release.",
    (release, "release", "", &forms::three_numbers),
    (linux_minimum, "linux", "Oldest driver that NVIDIA documents for it."),
    (windows_minimum, "windows", "The same for Windows."),
    (linux_bundled, "linuxBundled", "The driver in its runfile and its manifest."))

CUDASTDENV_DESCRIBE(MinorVersionRow, "MinorVersionRow", "Minor-version compatibility within one major version.",
    (cuda_major, "cudaMajor", "Major version of CUDA.", &forms::cuda_major),
    (linux_minimum, "linux", "Oldest driver that runs machine code of all its releases."),
    (windows_minimum, "windows", "The same for Windows."),
    SOURCES)

CUDASTDENV_DESCRIBE(ForwardCompatRow, "ForwardCompatRow", "The package cuda-compat of one minor release, for data-center GPUs.",
    (release, "release", "", &forms::two_numbers),
    (branches, "branches", "Driver branches on which NVIDIA supports it, ascending.", &forms::some_branches),
    SOURCES)

CUDASTDENV_DESCRIBE(CompatPackageRow, "CompatPackageRow", "A compatibility package among a release's redistributables.",
    (release, "release", "", &forms::three_numbers),
    (redist, "redist", "NVIDIA's name for the platform.", &forms::redist),
    (package, "package", "Its name in the manifest.", &forms::compat_package),
    (version, "version", "", &forms::driver_or_build),
    (gpus, "gpus", "What it is for."),
    (capability, "capability", "The only capability it is for; null: any."),
    SOURCES)

CUDASTDENV_DESCRIBE(RedistExceptionRow, "RedistExceptionRow", "A capability that NVIDIA excepts from a platform.",
    (redist, "redist", "NVIDIA's name for the platform.", &forms::redist),
    (capability, "capability", "", &forms::baseline),
    (first, "first", "", &forms::two_numbers),
    (last, "last", "", &forms::two_numbers),
    SOURCES)

CUDASTDENV_DESCRIBE(PtxVersionRow, "PtxVersionRow", "The PTX that a minor release writes, and the drivers of that CUDA version.",
    (release, "release", "", &forms::two_numbers),
    (ptx, "ptx", "Newest version of the PTX ISA that its ptxas takes.", &forms::two_numbers),
    (branch, "branch", "First driver branch of that CUDA version; null: not known.", &forms::branch),
    SOURCES)

CUDASTDENV_DESCRIBE(GpuDriversRow, "GpuDriversRow", "Which drivers can know a GPU of a capability.",
    (capability, "capability", "", &forms::baseline),
    (first_branch, "firstBranch", "No older driver knows any GPU of it; null: not known.", &forms::branch),
    (last_branch, "lastBranch", "No newer driver does; null: it is still known.", &forms::branch),
    SOURCES)

CUDASTDENV_DESCRIBE(JetsonDriverRow, "JetsonDriverRow", "The driver that comes with a JetPack.",
    (driver, "driver", "And later ones of its branch."),
    (jetpack, "jetpack", "", &forms::two_numbers),
    (cuda, "cuda", "The CUDA version that it has.", &forms::two_numbers),
    SOURCES)

CUDASTDENV_DESCRIBE(ProductDrivers, "ProductDrivers", "The drivers that NVIDIA's lists have a product in.",
    (from, "from", "Ascending, one of a branch at most; the last one stands for every later branch.", &forms::some_drivers),
    SOURCES)

CUDASTDENV_DESCRIBE(PackageSetRow, "PackageSetRow", "One package set in one channel.",
    (channel, "channel", "Id of environments.json.", &forms::channel),
    (attribute, "attribute", "Attribute of nixpkgs.", &forms::package_set),
    (release, "release", "Three numbers; two where no source says the patch release.", &forms::two_or_three_numbers),
    SOURCES)

CUDASTDENV_DESCRIBE(GpuRow, "GpuRow", "One product with one capability.",
    (name, "name", "Without the vendor and without a memory size at its end.", &forms::product),
    (capability, "capability", "Baseline, in capabilities.json.", &forms::baseline),
    (line, "line", "Which line of products."),
    (aliases, "aliases", "Sorted: other names, above all what nvidia-smi prints where it is another.", &forms::product),
    (drivers, "drivers", "The drivers that NVIDIA's lists have it in; null: not known, or a Jetson."),
    SOURCES)

CUDASTDENV_DESCRIBE(GpuWordsRow, "GpuWordsRow", "Words of GPUs' names that a reader passes over.",
    (use, "use", "Where they stand: vendor and former-line before a name, form-factor behind it, memory-unit behind a number behind it; left-out in it, laptop in it where nothing else fits."),
    (words, "words", "Sorted, in lower case.", &forms::name_word),
    SOURCES)

CUDASTDENV_DESCRIBE(ConsumerRow, "ConsumerRow", "A program that reads lists of architectures.",
    (id, "id", "As its spelling is called.", &forms::id),
    (title, "title", "", &forms::text),
    (oldest, "oldest", "The oldest release that was read and takes such lists.", &forms::three_numbers),
    (newest, "newest", "The newest release that was read.", &forms::three_numbers),
    SOURCES)

CUDASTDENV_DESCRIBE(ConsumerEntriesRow, "ConsumerEntriesRow", "Entries that a consumer takes, each by itself.",
    (consumer, "consumer", "Its id.", &forms::id),
    (entries, "entries", "Sorted.", &forms::some_capabilities),
    (first, "first", "The first release of the consumer of which it holds.", &forms::three_numbers),
    (last, "last", "The last one; two numbers: all of them; null: it holds of the newest that was read.", &forms::two_or_three_numbers),
    (cuda, "cuda", "Only with these releases of CUDA; null: with any."),
    SOURCES)

CUDASTDENV_DESCRIBE(ConsumerRangeRow, "ConsumerRangeRow", "Numbers that a consumer passes on whether it knows them or not.",
    (consumer, "consumer", "Its id.", &forms::id),
    (lowest, "lowest", "Included, and only what is of its kind: baseline, a or f."),
    (highest, "highest", "Included; null: any number."),
    (first, "first", "The first release of the consumer of which it holds.", &forms::three_numbers),
    (last, "last", "The last one; two numbers: all of them; null: it holds of the newest that was read.", &forms::two_or_three_numbers),
    (cuda, "cuda", "Only with these releases of CUDA; null: with any."),
    SOURCES)

CUDASTDENV_DESCRIBE(ConsumerWordRow, "ConsumerWordRow", "A word that a consumer takes, and what it stands for.",
    (consumer, "consumer", "Its id.", &forms::id),
    (word, "word", "As the consumer writes it.", &forms::consumer_word),
    (entries, "entries", "Sorted; none: what the machine or the release has, as the word says."),
    (ptx, "ptx", "And PTX of the last one."),
    (first, "first", "The first release of the consumer of which it holds.", &forms::three_numbers),
    (last, "last", "The last one; two numbers: all of them; null: it holds of the newest that was read.", &forms::two_or_three_numbers),
    (cuda, "cuda", "Only with these releases of CUDA; null: with any."),
    SOURCES)

CUDASTDENV_DESCRIBE(ComponentRow, "ComponentRow", "What NVIDIA ships by itself: a component of the toolkit, or the driver.",
    (id, "id", "As NVIDIA's manifests call it.", &forms::component),
    (title, "title", "", &forms::text),
    FIRST_RELEASE,
    LAST_RELEASE,
    SOURCES)

CUDASTDENV_DESCRIBE(ComponentFilesRow, "ComponentFilesRow", "Files that a component has in some releases; each list is sorted.",
    (component, "component", "Its id.", &forms::component),
    FIRST_RELEASE,
    LAST_RELEASE,
    (headers, "headers", "As they are included.", &forms::component_file),
    (cmake_files, "cmakeFiles", "Packages' files for CMake.", &forms::component_file),
    (libraries, "libraries", "As they are linked, without lib and .so.", &forms::component_file),
    (static_libraries, "staticLibraries", "Without lib and .a.", &forms::component_file),
    (stubs, "stubs", "Libraries of which it has a stub to link, and nothing to load; without lib and .so.", &forms::component_file),
    (tools, "tools", "Programs, and files that only they read.", &forms::component_file),
    SOURCES)

CUDASTDENV_DESCRIBE(ComponentSonameRow, "ComponentSonameRow", "The number in the names under which libraries are loaded.",
    (component, "component", "Its id.", &forms::component),
    (number, "number", "", &forms::soname_number),
    (libraries, "libraries", "Sorted.", &forms::some_component_files),
    FIRST_RELEASE,
    LAST_RELEASE,
    SOURCES)

CUDASTDENV_DESCRIBE(CmakeNameRow, "CmakeNameRow", "What CMake calls a file that a component has.",
    (name, "name", "", &forms::cmake_name),
    (file, "file", "Its name in the table of files, written out.", &forms::component_file),
    SOURCES)

CUDASTDENV_DESCRIBE(ComponentPackageRow, "ComponentPackageRow", "The packages with a component's files; null: it has no such file, no package has it, or nobody looked.",
    (component, "component", "Its id.", &forms::component),
    (manager, "manager", "nixpkgs: attributes of the package set; apt: NVIDIA's repositories; conda: conda-forge; pip: PyPI."),
    FIRST_RELEASE,
    LAST_RELEASE,
    (headers, "headers", "With its headers and files for CMake.", &forms::component_package),
    (linking, "linking", "With what the linker looks for, libcublas.so.", &forms::component_package),
    (loading, "loading", "With what the loader looks for, libcublas.so.12.", &forms::component_package),
    (static_libraries, "static", "With its static libraries.", &forms::component_package),
    (stubs, "stubs", "With its stubs.", &forms::component_package),
    (tools, "tools", "With its programs.", &forms::component_package),
    SOURCES)

CUDASTDENV_DESCRIBE(MessageRow, "MessageRow", "A message that tools print, in whatever wording.",
    (id, "id", "", &forms::id),
    (title, "title", "What happened.", &forms::text),
    (cause, "cause", "What answers it; itself: why and remedy."),
    (advisories, "advisories", "Sorted ids; those that a log with this message can be about.", &forms::id),
    (why, "why", "null: the cause says it.", &forms::text),
    (remedy, "remedy", "What to do; null: the cause says it.", &forms::text),
    SOURCES)

CUDASTDENV_DESCRIBE(MessageTextRow, "MessageTextRow", "A wording of a message.",
    (message, "message", "Its id.", &forms::id),
    (text, "text", "Without the place and the word error before it; holes in braces.", &forms::text),
    (tools, "tools", "That print it.", &forms::text),
    (language, "language", "Of the translation; null: English.", &forms::language),
    (files, "files", "Ends of the file that the line may name; none: any.", &forms::text),
    (outcome, "outcome", "warning: printed where nothing fails; note: never a cause by itself."),
    SOURCES)

CUDASTDENV_DESCRIBE(MessageLinesRow, "MessageLinesRow", "What to type against a message, beside what follows from its cause.",
    (message, "message", "Its id.", &forms::id),
    (tool, "tool", "As --for calls it.", &forms::code),
    (lines, "lines", "A fact's name in braces stands for what the message says.", &forms::text),
    SOURCES)

CUDASTDENV_DESCRIBE(WrapperTextRow, "WrapperTextRow", "A line that says only that something failed further up.",
    (text, "text", "", &forms::text),
    (tools, "tools", "", &forms::text),
    (language, "language", "null: English.", &forms::language),
    SOURCES)

CUDASTDENV_DESCRIBE(SuccessTextRow, "SuccessTextRow", "A line that says that all went well in the end.",
    (text, "text", "", &forms::text),
    (tools, "tools", "person: it is said of the whole, wherever it stands.", &forms::text),
    SOURCES)

CUDASTDENV_DESCRIBE(FactTextRow, "FactTextRow", "A line that says something about the machine.",
    (text, "text", "Holes in braces.", &forms::text),
    (tool, "tool", "Whose log it is in, as --for calls it; null: it does not say.", &forms::code),
    SOURCES)

CUDASTDENV_DESCRIBE(ErrorWordRow, "ErrorWordRow", "How compilers and linkers of a language begin a failure.",
    (text, "text", "", &forms::text),
    (language, "language", "null: English.", &forms::language),
    SOURCES)

CUDASTDENV_DESCRIBE(NvJitLinkRow, "NvJitLinkRow", "The names of symbols that a libnvJitLink has.",
    (release, "release", "Of CUDA.", &forms::two_numbers),
    (library, "library", "The one that was read.", &forms::three_numbers),
    (newest_symbol, "newestSymbol", "Each older one of its major release is there too.", &forms::jit_version),
    (unnumbered, "unnumbered", "Names without such a number are there too."),
    SOURCES)

CUDASTDENV_DESCRIBE(RuleRow, "RuleRow", "One rule.",
    (id, "id", "", &forms::rule_id),
    (statement, "statement", "One sentence, without a full stop.", &forms::text),
    SOURCES)

CUDASTDENV_DESCRIBE(SourceRow, "SourceRow", "One source.",
    (id, "id", "", &forms::id),
    (kind, "kind", "What sort of source."),
    (title, "title", "", &forms::text),
    (url, "url", "", &forms::url),
    (locator, "locator", "Where in it: file, section, line, or how it was measured.", &forms::text),
    (retrieved, "retrieved", "", &forms::day),
    (confidence, "confidence"))

#undef SOURCES
#undef FIRST_RELEASE
#undef LAST_RELEASE

/// Version of the form of a table's file.
inline constexpr int table_file_version = 1;

/// The files of the tables, and what each is about.
struct TableFile {
    std::string_view file;
    std::string_view meaning;
};

inline constexpr std::array table_files{
    TableFile{"advisories.json", "Combinations that pass the check of nvcc and still break, or need care."},
    TableFile{"capabilities.json", "Compute capabilities and the releases that know them."},
    TableFile{"components.json", "Which component of the toolkit has which files, and which packages have it."},
    TableFile{"consumers.json", "What the programs that read lists of architectures take, by their version."},
    TableFile{"drivers.json", "Which drivers run which releases."},
    TableFile{"environments.json", "Standard environments by name."},
    TableFile{"gpus.json", "Products by name, and their compute capability."},
    TableFile{"host_compilers.json", "Which major versions of GCC and Clang go with which releases, in several views."},
    TableFile{"libstdcxx.json", "Which libstdc++ a GCC release brings."},
    TableFile{"measured.json",
              "With which libstdc++ headers a host compiler was measured to work under nvcc, and a Clang by itself."},
    TableFile{"messages.json", "Messages that people meet, and lines of logs that say something."},
    TableFile{"package_sets.json", "Which release a CUDA package set of nixpkgs holds, by channel."},
    TableFile{"redist.json", "Nix systems and NVIDIA's names for them."},
    TableFile{"releases.json", "Releases of the CUDA toolkit."},
    TableFile{"rules.json", "Which code runs on which GPU."},
    TableFile{"sources.json", "Where the data come from."},
    TableFile{"symbol_versions.json", "Which version of libstdc++ or glibc brings which symbol."},
};

/// A member of Tables and the file that holds it.
struct TableMember {
    std::string_view file;
    Field field;
};

#define TABLE_MEMBER(file, ...) {file, CUDASTDENV_FIELD(__VA_ARGS__)},
#define VISIT_ROWS(file, member, ...) visit(tables.member);
// Templates: only fields.cpp instantiates them.
#define TABLE_VALUES(...) \
    template <class Described> \
    inline constexpr TableMember values_of[] = {CUDASTDENV_FOR_EACH(TABLE_MEMBER, __VA_ARGS__)};
#define TABLE_LISTS(...) \
    template <class Described> \
    inline constexpr TableMember lists_of[] = {CUDASTDENV_FOR_EACH(TABLE_MEMBER, __VA_ARGS__)}; \
    /** Calls `visit` with the rows of each list. */ \
    template <class Visit> \
    void for_each_list(const Tables& tables, Visit&& visit) { CUDASTDENV_FOR_EACH(VISIT_ROWS, __VA_ARGS__) }

/// Every member of Tables that is no list. In its file it comes before the lists.
TABLE_VALUES(
    ("capabilities.json", capabilities_read_through, "readThrough", "The newest release of which the rows without an end were read.", &forms::three_numbers),
    ("advisories.json", advisories_read_through, "readThrough", "The newest release of which the rows without an end were read.", &forms::three_numbers),
    ("environments.json", assumed_environment, "assumed", "The environment that is assumed where none is named.", &forms::id),
    ("redist.json", redist_read_through, "readThrough", "The newest release of which the rows without an end were read.", &forms::three_numbers))

/// Every list of Tables.
TABLE_LISTS(
    ("releases.json", releases, "releases", "Sorted by release."),
    ("releases.json", never_released, "neverReleased", "Numbers that look like a release and never were one."),
    ("host_compilers.json", host_compilers, "hostCompilers", "Sorted by family (gcc, clang), then release; every release in exactly one row of each family."),
    ("capabilities.json", capabilities, "capabilities", "Sorted by number, then baseline, a, f."),
    ("libstdcxx.json", libstdcxx, "libstdcxx", "Sorted by GCC release."),
    ("measured.json", pair_headers, "pairHeaders", "Sorted by build, compiler, standard."),
    ("measured.json", clang_headers, "clangHeaders", "Sorted by Clang, then standard."),
    ("measured.json", host_standards, "hostStandards", "Sorted by standard, family, then release."),
    ("measured.json", ccbin_variable, "ccbinVariable", "Sorted by release."),
    ("advisories.json", advisories, "advisories", "Sorted by id."),
    ("environments.json", environments, "environments", "Sorted by id."),
    ("environments.json", distributions, "distributions", "Sorted by id."),
    ("redist.json", redist_systems, "systems", "Sorted by Nix system, then redist name."),
    ("redist.json", jetson_sbsa, "jetsonSbsa", "Sorted by release, without gaps."),
    ("redist.json", redist_exceptions, "exceptions", "Sorted by redist system, capability."),
    ("drivers.json", drivers, "drivers", "Sorted by release; a release of which nothing is known has no row."),
    ("drivers.json", minor_versions, "minorVersions", "Sorted by major version; from CUDA 11 on."),
    ("drivers.json", forward_compat, "forwardCompat", "Sorted by release."),
    ("drivers.json", compat_packages, "compatPackages", "Sorted by release, redist system, package."),
    ("drivers.json", ptx_versions, "ptxVersions", "Sorted by release."),
    ("drivers.json", gpu_drivers, "gpuDrivers", "Sorted by capability; a Jetson's has no row."),
    ("drivers.json", jetson_drivers, "jetsonDrivers", "Sorted by driver."),
    ("package_sets.json", package_sets, "packageSets", "Sorted by channel, then attribute."),
    ("gpus.json", gpus, "gpus", "Sorted by name, then capability. A name with several chips has a row for each capability."),
    ("gpus.json", gpu_words, "words", "In the order in which the uses are named."),
    ("consumers.json", consumers, "consumers", "Sorted by id."),
    ("consumers.json", consumer_entries, "entries", "Sorted by consumer, first release, first entry."),
    ("consumers.json", consumer_ranges, "ranges", "Sorted by consumer, lowest number, first release of the consumer, first release of CUDA. What is in no range and no list of entries, the consumer refuses or drops."),
    ("consumers.json", consumer_words, "words", "Sorted by consumer, word, first release of the consumer, first release of CUDA."),
    ("messages.json", messages, "messages", "Sorted by id."),
    ("messages.json", message_texts, "messageTexts", "Sorted by message, then text."),
    ("messages.json", message_lines, "messageLines", "Sorted by message, then tool."),
    ("messages.json", wrapper_texts, "wrapperTexts", "Sorted by text."),
    ("messages.json", success_texts, "successTexts", "Sorted by text."),
    ("messages.json", fact_texts, "factTexts", "Sorted by text."),
    ("messages.json", error_words, "errorWords", "Sorted by text."),
    ("messages.json", nvjitlink_libraries, "nvJitLinkLibraries", "Sorted by release."),
    ("components.json", components, "components", "Sorted by id."),
    ("components.json", component_files, "files", "Sorted by component, first release, last release. In each release a file is in one component."),
    ("components.json", component_sonames, "sonames", "Sorted by component, first release, number, first library."),
    ("components.json", cmake_names, "cmake", "Sorted by name."),
    ("components.json", component_packages, "packages", "Sorted by component, manager, first release."),
    ("rules.json", rules, "rules", "Sorted by id."),
    ("sources.json", sources, "sources", "Sorted by id."),
    ("symbol_versions.json", symbol_versions, "symbolVersions", "Sorted by version, as a text."))

#undef TABLE_MEMBER
#undef VISIT_ROWS
#undef TABLE_VALUES
#undef TABLE_LISTS

// clang-format on

extern const std::span<const TableMember> table_values;
extern const std::span<const TableMember> table_lists;

/// The ids that the rows of the tables cite.
[[nodiscard]] std::set<std::string_view> cited_sources(const Tables& tables);

/// Where a row is.
struct Place {
    std::string_view file;
    std::string pointer;  ///< in JSON
};

/// `row` is in one of the lists.
[[nodiscard]] Place place_of(const Tables& tables, const void* row);

/// The members of a file, in their order there.
[[nodiscard]] std::vector<const TableMember*> members_of(std::string_view file);

/// The value of a member of the tables.
[[nodiscard]] inline AnyValue value_in(const Tables& tables, const TableMember& member) {
    return field_in(&tables, member.field);
}

}  // namespace cudastdenv
