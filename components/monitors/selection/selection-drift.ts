interface Row {
  readonly id: string
}

export interface Drift {
  /** Monitors that match now but did not when all were selected. */
  readonly newlyMatching: number
  /** Monitors that were selected but no longer match. */
  readonly noLongerMatching: number
}

const none: Drift = { newlyMatching: 0, noLongerMatching: 0 }

/** The difference between the current matches and an "all matching" selection. */
export function findDrift(chosen: ReadonlyMap<string, unknown>, matching: readonly Row[]): Drift {
  let stillMatching = 0
  for (const { id } of matching) if (chosen.has(id)) stillMatching += 1
  const drift = { newlyMatching: matching.length - stillMatching, noLongerMatching: chosen.size - stillMatching }
  return drift.newlyMatching === 0 && drift.noLongerMatching === 0 ? none : drift
}

export const countOutside = (chosen: ReadonlyMap<string, unknown>, shown: readonly Row[]): number =>
  findDrift(chosen, shown).noLongerMatching
