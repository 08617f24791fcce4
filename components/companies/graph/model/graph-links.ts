import { compareValues } from '@/lib/domain/collections/compare-values'

import type { CompanyGraph, GraphEdge, GraphRole } from './company-graph'

/** All roles of one in another: one line of the picture. */
export interface GraphLink {
  readonly id: string
  readonly from: string
  readonly to: string
  /** Those that last first, the weightiest first. */
  readonly roles: readonly GraphRole[]
  /** None of them lasts. */
  readonly isFormer: boolean
}

/** The weightiest first. */
export const graphRoles = [
  'shareholder',
  'board',
  'liquidator',
  'supervisory_board',
  'proxy',
  'beneficial_owner',
] as const
export type GraphRoleName = (typeof graphRoles)[number]
export const isGraphRole = (role: string): role is GraphRoleName => graphRoles.some((each) => each === role)

const weightOf = (role: string): number => {
  const at = graphRoles.findIndex((each) => each === role)
  return at === -1 ? graphRoles.length : at
}

/** For sorting: what lasts before what has ended, shares before seats, more before less, longer before shorter. */
export function compareRoles(a: GraphRole, b: GraphRole): number {
  return (
    Number(a.until !== null) - Number(b.until !== null) ||
    weightOf(a.role) - weightOf(b.role) ||
    (b.share ?? -1) - (a.share ?? -1) ||
    compareValues(a.since ?? '', b.since ?? '')
  )
}

/** One line for each two, in each direction. */
export function linksOf({ edges }: Pick<CompanyGraph, 'edges'>): GraphLink[] {
  const byPair = new Map<string, GraphEdge[]>()
  for (const edge of edges) {
    const id = `${edge.from}>${edge.to}`
    const known = byPair.get(id)
    if (known === undefined) byPair.set(id, [edge])
    else known.push(edge)
  }
  return [...byPair].map(([id, of]) => {
    const roles = of
      .map(({ role, share, since, until }) => ({ role, share, since, until }))
      .toSorted((a, b) => compareRoles(a, b))
    const [from = '', to = ''] = [of[0]?.from, of[0]?.to]
    return { id, from, to, roles, isFormer: roles.every(({ until }) => until !== null) }
  })
}
