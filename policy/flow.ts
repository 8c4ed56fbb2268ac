// Where data came from, and how far it may be trusted. Labels only ever grow stricter as data is put together.

export const trustLevels = ['untrusted', 'known', 'metadata', 'trusted', 'own', 'user'] as const
export const secrecyLevels = ['public', 'private', 'secret'] as const

/** How far a level is from the least trusted. */
export const rank = (trust: Trust): number => trustLevels.indexOf(trust)

export type Trust = (typeof trustLevels)[number]
export type Secrecy = (typeof secrecyLevels)[number]

export interface Label {
  trust: Trust
  secrecy: Secrecy
}

/** What anything is that says nothing of itself. */
export const unlabelled: Label = { trust: 'untrusted', secrecy: 'private' }

/** What a session starts with: the user's own words, not yet private. */
export const fresh: Label = { trust: 'user', secrecy: 'public' }

/** The label of two things taken together: the lesser trust, the greater secrecy. */
export function joinLabels(a: Label, b: Label): Label {
  return {
    trust: trustLevels[Math.min(trustLevels.indexOf(a.trust), trustLevels.indexOf(b.trust))] ?? 'untrusted',
    secrecy: secrecyLevels[Math.max(secrecyRank(a), secrecyRank(b))] ?? 'secret',
  }
}

/** The label of many things taken together. */
export const joinAll = (labels: readonly Label[]): Label => labels.reduce(joinLabels, fresh)

const spellings: ReadonlyMap<string, Label> = new Map(
  trustLevels.flatMap((trust) =>
    secrecyLevels.map((secrecy): [string, Label] => [spellLabel({ trust, secrecy }), { trust, secrecy }]),
  ),
)

/** A label as it is stored with what is written: "untrusted private". */
export function spellLabel({ trust, secrecy }: Label): string {
  return `${trust} ${secrecy}`
}

/**
 * A label that was stored. Where nothing was stored it lowers nothing; in any other spelling than the one that is written
 * it is anybody's. Whoever can write the file can write the label: join it with what the reading tool declares.
 */
export function readLabel(stored: unknown): Label {
  if (stored === undefined) return fresh
  return (typeof stored === 'string' ? spellings.get(stored) : undefined) ?? unlabelled
}

// A level that nobody knows counts as the strictest.
function secrecyRank({ secrecy }: Label): number {
  const rank = secrecyLevels.indexOf(secrecy)
  return rank < 0 ? secrecyLevels.length : rank
}
