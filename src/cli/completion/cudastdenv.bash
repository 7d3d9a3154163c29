# SPDX-License-Identifier: MIT
# Completion of cudastdenv for bash: `source <(cudastdenv completion bash)`. The command itself says what may follow.

_cudastdenv() {
    local line current=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            $'\tfiles')
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
                return
                ;;
            $'\tfolders')
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -d -- "$current")
                return
                ;;
        esac
        line=${line%%$'\t'*}
        # Within quotes a name stands as it is.
        [[ $current == [\'\"]* ]] || printf -v line '%q' "$line"
        COMPREPLY+=("$line")
    done < <("$1" completion --words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -F _cudastdenv cudastdenv
