import type { OperationAnswer } from '@/lib/client/client'
import { readStoredAnswer } from '@/lib/client/companies/read-stored-answer'

/**
 * `unknown`: the service does not tell whether it is a company or a person, or who it is; the picture distinguishes it
 * from both.
 */
export type GraphNodeKind = 'company' | 'person' | 'unknown'

export interface GraphNode {
  readonly id: string
  readonly kind: GraphNodeKind
  /** Empty if it is not disclosed. */
  readonly name: string
  readonly krs: string | null
}

export interface GraphRole {
  /** The code of the service. */
  readonly role: string
  /** The percentage of all shares. */
  readonly share: number | null
  readonly since: string | null
  /** Null while the role is current. */
  readonly until: string | null
}

/** `from` has the role in `to`. */
export interface GraphEdge extends GraphRole {
  readonly from: string
  readonly to: string
}

export interface CompanyGraph {
  readonly root: string
  readonly nodes: ReadonlyMap<string, GraphNode>
  readonly edges: readonly GraphEdge[]
  readonly isCut: boolean
}

const kindOf = (kind: string | undefined, name: string): GraphNodeKind =>
  name !== '' && (kind === 'company' || kind === 'person') ? kind : 'unknown'

const edgeKey = ({ from, to, role, share, since, until }: GraphEdge): string =>
  JSON.stringify([from, to, role, share, since, until])

/** Parses a stored answer of `/v1/graph`; undefined if it is not a graph. Duplicate and dangling edges are dropped. */
export function readGraph(answer: unknown): CompanyGraph | undefined {
  const read = readStoredAnswer('graph.get', answer)
  if (read?.root === undefined || read.nodes === undefined) return undefined
  const nodes = new Map(read.nodes.map((node) => [node.id, toNode(node)]))
  if (!nodes.has(read.root)) return undefined
  const edges = new Map<string, GraphEdge>()
  for (const each of read.edges ?? []) {
    const edge = toEdge(each)
    if (nodes.has(edge.from) && nodes.has(edge.to)) edges.set(edgeKey(edge), edge)
  }
  return { root: read.root, nodes, edges: [...edges.values()], isCut: read.is_cut === true }
}

type ReadGraph = OperationAnswer<'graph.get'>
type ReadNode = NonNullable<ReadGraph['nodes']>[number]
type ReadEdge = NonNullable<ReadGraph['edges']>[number]

function toNode({ id, kind, name: rawName, krs }: ReadNode): GraphNode {
  const name = (rawName ?? '').trim()
  return { id, kind: kindOf(kind, name), name, krs: krs ?? null }
}

const toEdge = ({ from = '', to = '', role = '', share_percent: share, since, until }: ReadEdge): GraphEdge => ({
  from,
  to,
  role,
  share: share ?? null,
  since: since ?? null,
  until: until ?? null,
})

/** An answer with the time of its request. */
export interface DatedGraph {
  readonly askedAt: string
  readonly graph: CompanyGraph
}

const pairKey = ({ from, to }: GraphEdge): string => `${from} ${to}`

/**
 * Merges several answers into one graph with the root of the first. The roles between two nodes come from the newest
 * answer about them: a complete answer lists all roles of its company, so that others in older answers have ended.
 */
export function mergeGraphs([first, ...others]: readonly [DatedGraph, ...DatedGraph[]]): CompanyGraph {
  const nodes = new Map<string, GraphNode>(first.graph.nodes)
  const edges: GraphEdge[] = []
  const describedRoots = new Set<string>()
  const pairs = new Set<string>()
  for (const { graph } of [first, ...others].toSorted((a, b) => Date.parse(b.askedAt) - Date.parse(a.askedAt))) {
    const added = graph.edges.filter(
      (edge) => !describedRoots.has(edge.from) && !describedRoots.has(edge.to) && !pairs.has(pairKey(edge)),
    )
    edges.push(...added)
    for (const edge of added) pairs.add(pairKey(edge))
    if (!graph.isCut) describedRoots.add(graph.root)
    for (const node of graph.nodes.values()) nodes.set(node.id, moreComplete(nodes.get(node.id), node))
  }
  return { root: first.graph.root, nodes, edges, isCut: [first, ...others].some(({ graph }) => graph.isCut) }
}

/** One answer may have the number of a company, another only its name. */
const moreComplete = (current: GraphNode | undefined, other: GraphNode): GraphNode =>
  current === undefined || (current.krs === null && other.krs !== null) || current.kind === 'unknown' ? other : current
