import { compareValues } from '@/lib/domain/collections/compare-values'
import { groupBy } from '@/lib/domain/collections/group-by'

import type { CompanyGraph, GraphRole } from './company-graph'

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
  return [...groupBy(edges, ({ from, to }) => `${from}>${to}`)].map(([id, of]) => {
    const roles = of.map(({ role, share, since, until }) => ({ role, share, since, until })).toSorted(compareRoles)
    const [from = '', to = ''] = [of[0]?.from, of[0]?.to]
    return { id, from, to, roles, isFormer: roles.every(({ until }) => until !== null) }
  })
}

/** Those at each node; a loop stands once. */
export function linksByNode(links: readonly GraphLink[]): ReadonlyMap<string, readonly GraphLink[]> {
  const found = new Map<string, GraphLink[]>()
  for (const link of links) {
    for (const end of new Set([link.from, link.to])) {
      const known = found.get(end)
      if (known === undefined) found.set(end, [link])
      else known.push(link)
    }
  }
  return found
}
