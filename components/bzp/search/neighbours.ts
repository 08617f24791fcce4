import { compareValues } from '@/lib/domain/collections/compare-values'

const BRANCH_DIGITS = 5
const CODE_DIGITS = 8
const MAX_NEIGHBOURS = 3

export interface CpvCount {
  /** Leading digits of a code or branch, without the zeros at its end. */
  readonly prefix: string
  readonly count: number
}

/** Eight digits, as people write a code. */
export const codeOfPrefix = (prefix: string): string => prefix.padEnd(CODE_DIGITS, '0')

/** The branches of five digits that the chosen prefixes are in; a chosen branch of up to five digits has none. */
export const branchesAround = (chosen: readonly string[]): readonly string[] => [
  ...new Set(chosen.filter(({ length }) => length > BRANCH_DIGITS).map((prefix) => prefix.slice(0, BRANCH_DIGITS))),
]

/**
 * The most frequent neighbouring codes and branches of the chosen ones: each neither chosen, nor above a chosen
 * one, nor part of another one of the list.
 */
export function neighboursOf(chosen: readonly string[], counts: readonly CpvCount[]): readonly CpvCount[] {
  const branches = branchesAround(chosen)
  const isAbove = (prefix: string) => chosen.some((each) => each.startsWith(prefix))
  const isChosen = (prefix: string) => chosen.some((each) => prefix.startsWith(each))
  const isBeside = ({ prefix }: CpvCount) =>
    branches.some((branch) => prefix.startsWith(branch)) &&
    !isAbove(prefix) &&
    !isChosen(prefix) &&
    isAbove(prefix.slice(0, -1))
  return counts
    .filter(isBeside)
    .toSorted((a, b) => b.count - a.count || compareValues(a.prefix, b.prefix))
    .slice(0, MAX_NEIGHBOURS)
}
