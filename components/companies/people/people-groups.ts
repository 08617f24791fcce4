import type { OperationAnswer } from '@/lib/client/client'

export type GraphAnswer = OperationAnswer<'graph.get'>
type Edge = NonNullable<GraphAnswer['edges']>[number]

/** A role in the company, or of the company in another. */
export interface Relation {
  readonly id: string
  readonly name: string
  readonly krs: string | undefined
  readonly isPerson: boolean
  readonly role: string
  /** In percent; undefined if the register has none. */
  readonly share: number | undefined
  readonly since: string | undefined
  readonly until: string | undefined
}

export interface PeopleGroup {
  /** A key of `companies.people.roles`, or a role that only the service knows. */
  readonly role: string
  readonly items: readonly Relation[]
}

export interface People {
  /** Current roles in the company. */
  readonly current: readonly PeopleGroup[]
  /** Ended roles in the company. */
  readonly former: readonly Relation[]
  /** Roles of the company in others, current and ended. */
  readonly elsewhere: readonly Relation[]
  readonly isCut: boolean
}

const roleOrder = ['board', 'liquidator', 'supervisory_board', 'proxy', 'shareholder', 'beneficial_owner']

/** Groups the answer of the graph into lists. A role that ends after `today` is current. */
export function readPeople(graph: GraphAnswer, today: string): People {
  const { root, nodes, edges: rawEdges } = graph
  const edges = rawEdges ?? []
  const nodesById = new Map((nodes ?? []).map((node) => [node.id, node]))
  const relationOf = (edge: Edge, other: string | undefined): Relation => ({
    ...roleFields(edge),
    ...nodeFields(other, nodesById),
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

function nodeFields(id: string | undefined, nodesById: ReadonlyMap<string | undefined, Node>) {
  const node = nodesById.get(id)
  return { id: id ?? '', name: node?.name ?? '', krs: node?.krs ?? undefined, isPerson: node?.kind === 'person' }
}

const roleFields = ({ role, share_percent: share, since, until }: Edge) => ({
  role: role ?? '',
  share: share ?? undefined,
  since: since ?? undefined,
  until: until ?? undefined,
})

export const isFormer = ({ until }: Relation, today: string): boolean => until !== undefined && until < today

function groupByRole(relations: readonly Relation[]): readonly PeopleGroup[] {
  const roles = [...new Set(relations.map(({ role }) => role))]
  const rankOf = (role: string) => (roleOrder.includes(role) ? roleOrder.indexOf(role) : roleOrder.length)
  return roles
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((role) => ({ role, items: relations.filter((each) => each.role === role).toSorted(byShare) }))
}

const byShare = (a: Relation, b: Relation): number => (b.share ?? -1) - (a.share ?? -1)

/** The share that the listed holders have together. */
export interface ShareSum {
  /** In percent, rounded to a tenth. */
  readonly known: number
  /** The share without a known holder; undefined if the known shares exceed 100 percent. */
  readonly rest: number | undefined
  readonly withoutShare: number
}

/** Undefined if no holder has a share. */
export function sumShares(relations: readonly Relation[]): ShareSum | undefined {
  const shares = relations.flatMap(({ share }) => (share === undefined ? [] : [share]))
  if (shares.length === 0) return undefined
  const known = toTenths(shares.reduce((sum, share) => sum + share, 0))
  const withoutShare = relations.length - shares.length
  return { known, rest: known > 100 ? undefined : toTenths(100 - known), withoutShare }
}

const toTenths = (value: number): number => Math.round(value * 10) / 10
