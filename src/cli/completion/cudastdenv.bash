# SPDX-License-Identifier: MIT
# Completion of cudastdenv for bash: `source <(cudastdenv completion bash)`. The command computes them.

_cudastdenv() {
    local line current=${COMP_WORDS[COMP_CWORD]}
    # Bash splits --data=FILE.
    local file=$current
    [[ $file == = ]] && file=
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            $'\tfiles')
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -f -- "$file")
                return
                ;;
            $'\tfolders')
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -d -- "$file")
                return
                ;;
        esac
        line=${line%%$'\t'*}
        # Within quotes, a name needs no escapes.
        [[ $current == [\'\"]* ]] || printf -v line '%q' "$line"
        COMPREPLY+=("$line")
    done < <("$1" completion --words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -F _cudastdenv cudastdenv
