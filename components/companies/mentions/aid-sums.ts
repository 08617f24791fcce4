import type { sudopCase } from '@/lib/contract/registers'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { groupBy } from '@/lib/domain/collections/group-by'

import type { ReadItem } from '../part/read-items'

/** One case of state aid, as received. */
export type AidCase = ReadItem<typeof sudopCase>

/** Parses `12500.00` into grosz; undefined if it is not an amount in whole grosz. */
export function groszOf(amount: string | null | undefined): number | undefined {
  const [, zloty, grosz = ''] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(amount?.trim() ?? '') ?? []
  return zloty === undefined ? undefined : Number(zloty) * 100 + Number(grosz.padEnd(2, '0'))
}

export type AidYear = {
  /** Undefined if the case has no date. */
  readonly year: string | undefined
  readonly cases: number
  readonly nominalGrosz: number
  readonly grossGrosz: number
  readonly uncounted: number
}

/** Sums by year, newest first. Equal cases all count, because the source may list two grants of one day. */
export function sumByYear(cases: readonly AidCase[]): AidYear[] {
  const years = groupBy(cases, ({ granted_on: day }) => (/^\d{4}-/.test(day ?? '') ? day?.slice(0, 4) : undefined))
  return [...years]
    .map(([year, yearCases]) => {
      const amounts = yearCases.map((each) => [groszOf(each.nominal_value_pln), groszOf(each.gross_value_pln)] as const)
      return {
        year,
        cases: yearCases.length,
        nominalGrosz: amounts.reduce((sum, [nominal = 0]) => sum + nominal, 0),
        grossGrosz: amounts.reduce((sum, [, gross = 0]) => sum + gross, 0),
        uncounted: amounts.filter((pair) => pair.includes(undefined)).length,
      }
    })
    .toSorted((a, b) => compareValues(b.year ?? '', a.year ?? ''))
}

/** Returns the indexes of cases that equal another in everything but their id. */
export function findTwins(cases: readonly AidCase[]): ReadonlySet<number> {
  const equalCases = groupBy(cases.keys(), (index) => {
    const { id: _id, ...rest } = cases[index] ?? { id: '' }
    return JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => compareValues(a, b)))
  })
  return new Set([...equalCases.values()].filter((indexes) => indexes.length > 1).flat())
}
