interface Row {
  readonly id: string
}

export interface Drift {
  /** Match now and were not there when all were chosen. */
  readonly fresh: number
  /** Were chosen and match no longer. */
  readonly gone: number
}

const none: Drift = { fresh: 0, gone: 0 }

/** How what matches now differs from what was chosen as "all matching" then. */
export function findDrift(chosen: ReadonlyMap<string, unknown>, matching: readonly Row[]): Drift {
  let here = 0
  for (const { id } of matching) if (chosen.has(id)) here += 1
  const drift = { fresh: matching.length - here, gone: chosen.size - here }
  return drift.fresh === 0 && drift.gone === 0 ? none : drift
}

/** How many of the chosen are not among the rows that are shown. */
export const countOutside = (chosen: ReadonlyMap<string, unknown>, shown: readonly Row[]): number =>
  findDrift(chosen, shown).gone
