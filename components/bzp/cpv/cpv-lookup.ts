import { type CpvIndex, type CpvSuggestion, cpvName, findUnlistedCpv, suggestCpv, toCpvIndex } from './cpv-completion'
import { type CpvProblem, cpvProblemOf } from './cpv-typed'

/** What the field asks the dictionary; loaded with it at the first focus. */
export interface CpvLookup {
  readonly nameOf: (value: string) => string | undefined
  readonly unlistedOf: (values: readonly string[]) => ReturnType<typeof findUnlistedCpv>
  readonly suggest: (text: string) => readonly CpvSuggestion[]
  readonly problemOf: (text: string) => CpvProblem | undefined
}

export function toCpvLookup(pairs: Parameters<typeof toCpvIndex>[0]): CpvLookup {
  const index: CpvIndex = toCpvIndex(pairs)
  return {
    nameOf: (value) => cpvName(index.names, value),
    unlistedOf: (values) => findUnlistedCpv(index, values),
    suggest: (text) => suggestCpv(index, text),
    problemOf: (text) => cpvProblemOf(index, text),
  }
}
