#compdef cudastdenv
# SPDX-License-Identifier: MIT
# Completion of cudastdenv for zsh: `source <(cudastdenv completion zsh)`, after compinit. The command computes
# them.

_cudastdenv() {
    local line
    local -a lines candidates shown
    lines=("${(@f)$("${(@Q)words[1]}" completion --words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    for line in "${(@)lines}"; do
        case $line in
            $'\tfiles') compset -P '--*='; _files; return ;;
            $'\tfolders') compset -P '--*='; _files -/; return ;;
            ?*)
                candidates+=("${line%%$'\t'*}")
                shown+=("${line/$'\t'/  -- }")
                ;;
        esac
    done
    if [[ $lines[1] == *$'\t'* ]]; then
        compadd -l -d shown -a candidates
    else
        compadd -a candidates
    fi
}

if [[ $funcstack[1] == _cudastdenv ]]; then
    _cudastdenv "$@"
else
    compdef _cudastdenv cudastdenv
fi
