# SPDX-License-Identifier: MIT
# Completion of cudastdenv for fish: `cudastdenv completion fish | source`. The command itself says what may follow.

function __cudastdenv_candidates
    set -l current (commandline -ct)
    set -l words (commandline -opc)
    for line in (command $words[1] completion --words -- $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case \tfiles
                __fish_complete_path $current
            case \tfolders
                __fish_complete_directories $current ''
            case '*'
                printf '%s\n' $line
        end
    end
end

complete -c cudastdenv -f -a '(__cudastdenv_candidates)'
