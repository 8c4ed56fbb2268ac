// Numbers with their words.

/** `1 call`, `2 calls`; the second form is given where an s is not all that changes. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`
