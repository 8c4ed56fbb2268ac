/** How many cases a property gets: a few that are always the same, or many new ones. */
export const runs = (few: number, many: number): { numRuns: number; seed?: number } =>
  process.env.STEWARD_FULL === '1' ? { numRuns: many } : { numRuns: few, seed: 1 }
