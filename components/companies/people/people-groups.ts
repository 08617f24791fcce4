import type { OperationAnswer } from '@/lib/client/client'

export type GraphAnswer = OperationAnswer<'graph.get'>
type Edge = NonNullable<GraphAnswer['edges']>[number]

/** Somebody's role in the company, or the company's in another. */
export interface Relation {
  /** Of the other side. */
  readonly id: string
  readonly name: string
  readonly krs: string | undefined
  readonly isPerson: boolean
  readonly role: string
  /** Per cent; undefined where the register counts nothing, or says nothing. */
  readonly share: number | undefined
  readonly since: string | undefined
  readonly until: string | undefined
}

export interface PeopleGroup {
  /** As the service names it: the key of `companies.people.roles`, or a role that only the service knows. */
  readonly role: string
  readonly items: readonly Relation[]
}

export interface People {
  /** Who holds roles in the company now. */
  readonly current: readonly PeopleGroup[]
  /** Who did. */
  readonly former: readonly Relation[]
  /** What the company holds in others, now and before. */
  readonly elsewhere: readonly Relation[]
  readonly isCut: boolean
}

/** In the order in which an extract has them. */
const order = ['board', 'liquidator', 'supervisory_board', 'proxy', 'shareholder', 'beneficial_owner']

/** The answer of the graph as lists. `today`: a role that ends later is one of now. */
export function readPeople(graph: GraphAnswer, today: string): People {
  const { root, nodes, edges: told } = graph
  const edges = told ?? []
  const known = new Map((nodes ?? []).map((node) => [node.id, node]))
  const relationOf = (edge: Edge, other: string | undefined): Relation => ({
    ...rolesIn(edge),
    ...sideOf(other, known),
  })
  const inside = edges.filter(({ to }) => to === root).map((edge) => relationOf(edge, edge.from))
  const outside = edges.filter(({ from, to }) => from === root && to !== root).map((edge) => relationOf(edge, edge.to))
  return {
    current: groupByRole(inside.filter((each) => !isFormer(each, today))),
    former: inside
      .filter((each) => isFormer(each, today))
      .toSorted((a, b) => ((a.until ?? '') < (b.until ?? '') ? 1 : -1)),
    elsewhere: outside,
    isCut: graph.is_cut === true,
  }
}

type Node = NonNullable<GraphAnswer['nodes']>[number]

function sideOf(id: string | undefined, known: ReadonlyMap<string | undefined, Node>) {
  const node = known.get(id)
  return { id: id ?? '', name: node?.name ?? '', krs: node?.krs ?? undefined, isPerson: node?.kind === 'person' }
}

const rolesIn = ({ role, share_percent: share, since, until }: Edge) => ({
  role: role ?? '',
  share: share ?? undefined,
  since: since ?? undefined,
  until: until ?? undefined,
})

export const isFormer = ({ until }: Relation, today: string): boolean => until !== undefined && until < today

function groupByRole(relations: readonly Relation[]): readonly PeopleGroup[] {
  const roles = [...new Set(relations.map(({ role }) => role))]
  const placeOf = (role: string) => (order.includes(role) ? order.indexOf(role) : order.length)
  return roles
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((role) => ({ role, items: relations.filter((each) => each.role === role).toSorted(byShare) }))
}

const byShare = (a: Relation, b: Relation): number => (b.share ?? -1) - (a.share ?? -1)

/** How much of all shares is accounted for. */
export interface ShareSum {
  /** Per cent, to a tenth. */
  readonly known: number
  /** What nobody is named for; undefined where more than all of it is named. */
  readonly rest: number | undefined
  /** Holders without a share. */
  readonly unsaid: number
}

/** Undefined where no share is said. */
export function sumShares(relations: readonly Relation[]): ShareSum | undefined {
  const shares = relations.flatMap(({ share }) => (share === undefined ? [] : [share]))
  if (shares.length === 0) return undefined
  const known = toTenths(shares.reduce((sum, share) => sum + share, 0))
  const unsaid = relations.length - shares.length
  return { known, rest: known > 100 ? undefined : toTenths(100 - known), unsaid }
}

const toTenths = (value: number): number => Math.round(value * 10) / 10
