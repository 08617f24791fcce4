import { foldText, includesWords, searchWords } from '@/lib/domain/fold'

import type { CompanyGraph, GraphNode, GraphRole } from '../model/company-graph'
import type { GraphWords } from '../picture/graph-words'

export interface GraphRow extends GraphRole {
  readonly key: string
  readonly from: GraphNode
  readonly to: GraphNode
  readonly search: string
}

export const graphColumns = ['from', 'role', 'share', 'since', 'until', 'to'] as const
export type GraphColumn = (typeof graphColumns)[number]
export interface GraphOrder {
  readonly by: GraphColumn
  readonly isDescending: boolean
}

export function rowsOfGraph({ nodes, edges }: CompanyGraph, words: GraphWords): GraphRow[] {
  return edges.flatMap((edge, at) => {
    const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)]
    if (from === undefined || to === undefined) return []
    const role = words.roleName(edge.role)
    const search = foldText([words.nameOf(from), words.nameOf(to), role, from.krs, to.krs].join(' '))
    return [{ ...edge, key: String(at), from, to, role, search }]
  })
}

/** Blank values come last in both directions. */
export function orderRows(
  rows: readonly GraphRow[],
  { by, isDescending }: GraphOrder,
  locale: string,
): readonly GraphRow[] {
  const { compare } = new Intl.Collator(locale)
  const factor = isDescending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [x, y] = [valueOf(a, by), valueOf(b, by)]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    return factor * (typeof x === 'number' && typeof y === 'number' ? x - y : compare(String(x), String(y)))
  })
}

function valueOf(row: GraphRow, column: GraphColumn): string | number | null {
  const value = row[column]
  return typeof value === 'object' && value !== null ? value.name || null : value || null
}

export function filterRows(rows: readonly GraphRow[], text: string): readonly GraphRow[] {
  const words = searchWords(text)
  return words.length === 0 ? rows : rows.filter(({ search }) => includesWords(search, words))
}
