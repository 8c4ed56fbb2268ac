// `steward completion`: scripts that ask `steward __complete` for the words.
import { need, noMore, pick } from './args.ts'
import { offers } from './offer.ts'
import type { Answer, Run } from './types.ts'

const bash = `# steward completion for bash: eval "$(steward completion bash)"
_steward() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do
    [ -n "$word" ] && COMPREPLY+=("$word")
  done < <("$1" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ "\${#COMPREPLY[@]}" -eq 1 ] && [ "\${COMPREPLY[0]: -1}" = "=" ]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -o default -F _steward steward`

const zsh = `#compdef steward
# steward completion for zsh: put this file as _steward into a folder of your $fpath
_steward() {
  local -a found pairs plain
  found=("\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  pairs=(\${(M)found:#*=})
  plain=(\${\${found:#*=}:#})
  (( \${#pairs} )) && compadd -S '' -- $pairs
  (( \${#plain} )) && compadd -- $plain
  (( \${#pairs} + \${#plain} )) || _files
}
if [ "\${funcstack[1]}" = "_steward" ]; then
  _steward "$@"
else
  compdef _steward steward
fi`

const fish = `# steward completion for fish: save as ~/.config/fish/completions/steward.fish
function __steward_words
    set -l words (commandline -opc)
    $words[1] __complete -- $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c steward -a '(__steward_words)'`

const scripts: Readonly<Record<string, string>> = { bash, zsh, fish }

/** The script for one shell. */
export async function completion(run: Run): Promise<Answer> {
  const usage = 'steward completion bash|zsh|fish'
  const shell = need(run.args, 0, 'The shell', usage)
  noMore(run.args, 1, usage)
  const script = pick('completion', shell, scripts)
  return { value: { shell, script }, text: script }
}

/** The hidden command behind the scripts: the words that may come next, one a line. */
export async function offer(run: Run): Promise<Answer> {
  const words = await offers(run.args, run.client)
  return { value: words, text: words }
}
