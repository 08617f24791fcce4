interface Row {
  readonly id: string
}

export interface Drift {
  /** Monitors that match now but did not when all were selected. */
  readonly fresh: number
  readonly gone: number
}

const none: Drift = { fresh: 0, gone: 0 }

/** The difference between the current matches and an "all matching" selection. */
export function findDrift(chosen: ReadonlyMap<string, unknown>, matching: readonly Row[]): Drift {
  let stillMatching = 0
  for (const { id } of matching) if (chosen.has(id)) stillMatching += 1
  const drift = { fresh: matching.length - stillMatching, gone: chosen.size - stillMatching }
  return drift.fresh === 0 && drift.gone === 0 ? none : drift
}

export const countOutside = (chosen: ReadonlyMap<string, unknown>, shown: readonly Row[]): number =>
  findDrift(chosen, shown).gone
