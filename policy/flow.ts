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

// A level that nobody knows counts as the strictest.
function secrecyRank({ secrecy }: Label): number {
  const rank = secrecyLevels.indexOf(secrecy)
  return rank < 0 ? secrecyLevels.length : rank
}
