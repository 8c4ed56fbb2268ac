// What the sidecar says to do in a terminal, as it is done in the window. Pure.

const places = {
  approvals: 'Those that are open are under Approvals.',
  waiting: 'What is parked is under Waiting.',
  calls: 'They are all under Activity.',
  grants: 'They are under Policy, “Leave given”.',
  settings: 'They are all under Settings.',
} as const

const hints: readonly (readonly [RegExp, string])[] = [
  [/^Lift (?:it|STOP) with: steward release$/, 'Press “Go on” at the top to lift it.'],
  [/^Nothing acts until you run: steward release$/, 'Nothing acts until you press “Go on” at the top.'],
  [/^(?:List the open ones|Look) with: steward approvals$/, places.approvals],
  [/^(?:List what is parked|Look) with: steward waiting$/, places.waiting],
  [/^List them with: steward grants(?: suggest)?$/, places.grants],
  [/^List them with: steward calls$/, places.calls],
  [
    /^List them with: steward calls --state unknown, look what happened, then: steward calls settle .+$/,
    'Find them under Activity, look what happened, then say so there.',
  ],
  [/^See it with: steward calls show$/, 'See it under Activity.'],
  [
    /^Look whether it happened, then say so with: steward calls settle$/,
    'Look whether it happened, then say so under Activity.',
  ],
  [
    /^List them with: steward tools\. A custom tool that is new or was changed comes with: steward call reload_tools$/,
    'They are all under Tools. One of your own that is new or was changed comes with “Load my own tools again” there.',
  ],
  [/^List them with: steward tools$/, 'They are all under Tools.'],
  [/^Load it again with: steward call reload_tools$/, 'Press “Load my own tools again” under Tools.'],
  [/^See (?:them all|what there is to set) with: steward config$/, places.settings],
  [
    /^See which rule with: steward policy explain$/,
    'To see which rule, open the tool and press “What would happen?” there.',
  ],
  [
    /^Call it where you can be asked, or give a grant first: steward grants create$/,
    'Call it where you can be asked, or give leave first, under Policy.',
  ],
  [/^Look with: steward approvals, steward waiting$/, 'They are under Approvals and under Waiting.'],
  [/^Switch it on with: steward enable \S+$/, 'Switch it on at its page under Tools.'],
  [/^Switch it on with: steward config set flags\.\S+ true$/, 'Switch it on under Settings, “Flags”.'],
  [/^Run: steward doctor$/, 'Look at the Doctor, under Settings.'],
  [/^steward describe TOOL shows the kinds a tool has\.$/, 'The page of a tool shows the kinds it has.'],
  [/^See where with: steward audit verify$/, 'See where under Audit.'],
  [
    /^They are older than the first seal, or the log can not be sealed: see `steward audit verify`\.$/,
    'They are older than the first seal, or the log can not be sealed: see Audit.',
  ],
  [/^See `steward audit query` for those it has\.$/, 'Those it has are under Audit.'],
  [/^Mend that line, then run: steward policy set$/, 'Mend that line in the editor under Policy.'],
  [/^Take it back with: steward undo \S+$/, 'Take it back with “Undo”, under Activity.'],
  [
    /^Start it again and look at what became of the call: steward calls$/,
    'Look under Activity what became of the call.',
  ],
]

/** The same hint for somebody who looks at the window; whatever else is said stays as it is. */
export function inWindow(text: string): string {
  if (!text.includes('steward ')) return text
  const [, to] = hints.find(([pattern]) => pattern.test(text)) ?? []
  return to ?? text.replace(/^Take it back with: steward undo \S+ /, 'Take it back with “Undo”, under Activity. ')
}

/** Every hint of the window, for whoever translates them. */
export const windowHints: readonly string[] = [...new Set(hints.map(([, to]) => to))]
