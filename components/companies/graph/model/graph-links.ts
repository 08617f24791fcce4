import { compareValues } from '@/lib/domain/collections/compare-values'
import { groupBy } from '@/lib/domain/collections/group-by'

import type { CompanyGraph, GraphRole } from './company-graph'

/** All roles of one node in another; drawn as one line. */
export interface GraphLink {
  readonly id: string
  readonly from: string
  readonly to: string
  /** Current roles first, then by weight. */
  readonly roles: readonly GraphRole[]
  readonly isFormer: boolean
}

/** By weight, heaviest first. */
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

/**
 * Sorts current roles before ended ones, shares before seats, larger before smaller shares, and longer before shorter
 * terms.
 */
export function compareRoles(a: GraphRole, b: GraphRole): number {
  return (
    Number(a.until !== null) - Number(b.until !== null) ||
    weightOf(a.role) - weightOf(b.role) ||
    (b.share ?? -1) - (a.share ?? -1) ||
    compareValues(a.since ?? '', b.since ?? '')
  )
}

/** Merges edges into one link per pair and direction. */
export function linksOf({ edges }: Pick<CompanyGraph, 'edges'>): GraphLink[] {
  return [...groupBy(edges, ({ from, to }) => `${from}>${to}`)].map(([id, pairEdges]) => {
    const roles = pairEdges
      .map(({ role, share, since, until }) => ({ role, share, since, until }))
      .toSorted(compareRoles)
    const [from = '', to = ''] = [pairEdges[0]?.from, pairEdges[0]?.to]
    return { id, from, to, roles, isFormer: roles.every(({ until }) => until !== null) }
  })
}

/** Groups links by node; a loop is listed once. */
export function linksByNode(links: readonly GraphLink[]): ReadonlyMap<string, readonly GraphLink[]> {
  const linksOfNodes = new Map<string, GraphLink[]>()
  for (const link of links) {
    for (const end of new Set([link.from, link.to])) {
      const nodeLinks = linksOfNodes.get(end)
      if (nodeLinks === undefined) linksOfNodes.set(end, [link])
      else nodeLinks.push(link)
    }
  }
  return linksOfNodes
}
