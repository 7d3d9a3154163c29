# SPDX-License-Identifier: MIT
# Completion of cudastdenv for fish: `cudastdenv completion fish | source`. The command computes them.

# Files as fish completes them for any command, with quotes, escapes and variables.
function __cudastdenv_files --argument-names current
    set -l option (string match -r '^--[^=]*=' -- $current)
    set -l file (string replace -r '^--[^=]*=' '' -- $current)
    for line in (complete -C "'' $file")
        printf '%s%s\n' "$option" (string replace -r '\t.*' '' -- $line)
    end
end

function __cudastdenv_candidates
    set -l current (commandline -ct)
    set -l words (commandline -opc)
    for line in (command $words[1] completion --words -- $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case \tfiles
                __cudastdenv_files $current
            case \tfolders
                __cudastdenv_files $current | string match '*/'
            case '*'
                printf '%s\n' $line
        end
    end
end

complete -c cudastdenv -f -a '(__cudastdenv_candidates)'
