import type { CompanyGraph, GraphNode } from './company-graph'
import { compareRoles, type GraphLink, linksByNode } from './graph-links'

/** From this many similar leaves on, they are drawn in a frame with one line. */
const MIN_FRAMED = 5
/** A frame with more members shows only the first `SHOWN_OF_ROOT`. */
const MAX_WHOLE = 12
const SHOWN_OF_ROOT = 11
/** The most members that all frames of one expanded company show together. */
const SHOWN_OF_EXPANDED = 20
const MIN_SHOWN = 3

/** A frame of nodes whose only link is one role in the same company. */
export interface GraphGroup {
  readonly id: string
  readonly hub: string
  /** Whether the members have a role in the hub, or the hub in them. */
  readonly side: 'holders' | 'held'
  readonly role: string
  readonly isFormer: boolean
  readonly members: readonly GroupMember[]
  /** The number of members shown, from the first. */
  readonly shown: number
  readonly canOpen: boolean
}

export interface GroupMember {
  readonly node: GraphNode
  readonly link: GraphLink
}

export interface GraphLine {
  readonly id: string
  /** The id of a node or a group. */
  readonly from: string
  readonly to: string
  /** For a group, the links of all members. */
  readonly links: readonly GraphLink[]
  readonly isFormer: boolean
}

/** What is drawn: single nodes, frames, and the lines between them. */
export interface GraphView {
  readonly root: string
  /** The root first, then in reading order, which is also the order of the Tab key. */
  readonly nodes: readonly GraphNode[]
  readonly groups: readonly GraphGroup[]
  readonly lines: readonly GraphLine[]
}

interface ViewOptions {
  readonly links: readonly GraphLink[]
  readonly open: ReadonlySet<string>
}

export function viewGraph(graph: CompanyGraph, { links, open }: ViewOptions): GraphView {
  const groups = showSome(groupLeaves(graph, links), graph.root, open)
  const grouped = new Set(groups.flatMap(({ members }) => members.map(({ node }) => node.id)))
  const lines = [
    ...groups.map(lineOfGroup),
    ...links
      .filter(({ from, to }) => !grouped.has(from) && !grouped.has(to))
      .map((link) => ({ ...link, links: [link] })),
  ]
  const nodes = inReadingOrder(graph, links).filter(({ id }) => !grouped.has(id))
  return { root: graph.root, nodes, groups, lines }
}

function lineOfGroup({ id, hub, side, members, isFormer }: GraphGroup): GraphLine {
  const links = members.map(({ link }) => link)
  const ends = side === 'holders' ? { from: id, to: hub } : { from: hub, to: id }
  return { id: `line of ${id}`, ...ends, links, isFormer }
}

/** Groups the nodes that have a single link by the kind of link. */
function groupLeaves({ root, nodes }: CompanyGraph, links: readonly GraphLink[]): GraphGroup[] {
  const ofNode = linksByNode(links)
  const groups = new Map<string, Omit<GraphGroup, 'members' | 'shown' | 'canOpen'> & { members: GroupMember[] }>()
  for (const node of nodes.values()) {
    const link = onlyLink(ofNode.get(node.id))
    if (node.id === root || link === undefined) continue
    const kind = kindOfGroup(node, link)
    const group = groups.get(kind.id) ?? { ...kind, members: [] }
    group.members.push({ node, link })
    groups.set(kind.id, group)
  }
  return [...groups.values()]
    .filter(({ members }) => members.length >= MIN_FRAMED)
    .map((group) => ({
      ...group,
      members: group.members.toSorted(compareMembers),
      shown: group.members.length,
      canOpen: false,
    }))
}

function onlyLink(links: readonly GraphLink[] = []): GraphLink | undefined {
  const [link, another] = links
  return another === undefined && link?.from !== link?.to ? link : undefined
}

function kindOfGroup(node: GraphNode, { from, to, roles, isFormer }: GraphLink) {
  const side = from === node.id ? ('holders' as const) : ('held' as const)
  const hub = side === 'holders' ? to : from
  const role = roles[0]?.role ?? ''
  return { id: `${side} ${role} ${isFormer ? 'former' : 'now'} ${hub}`, hub, side, role, isFormer }
}

const noRole = { role: '', share: null, since: null, until: null }

const compareMembers = (a: GroupMember, b: GroupMember): number =>
  compareRoles(a.link.roles[0] ?? noRole, b.link.roles[0] ?? noRole) || a.node.name.localeCompare(b.node.name)

function showSome(groups: readonly GraphGroup[], root: string, open: ReadonlySet<string>): GraphGroup[] {
  const groupCounts = new Map<string, number>()
  for (const { hub } of groups) groupCounts.set(hub, (groupCounts.get(hub) ?? 0) + 1)
  return groups.map((group) => {
    const count = group.members.length
    const groupsOfHub = groupCounts.get(group.hub) ?? 1
    const maxShown =
      group.hub === root ? SHOWN_OF_ROOT : Math.max(MIN_SHOWN, Math.floor(SHOWN_OF_EXPANDED / groupsOfHub))
    const canOpen = count > (group.hub === root ? MAX_WHOLE : maxShown + 1)
    return { ...group, canOpen, shown: canOpen && !open.has(group.id) ? maxShown : count }
  })
}

/** Orders nodes outwards from the root; for each company first its holders, then its holdings, heaviest first. */
function inReadingOrder({ root, nodes }: CompanyGraph, links: readonly GraphLink[]): GraphNode[] {
  const ofNode = linksByNode(links)
  const seen = new Set([root])
  const queue = [root]
  for (let at = 0; at < queue.length; at += 1) {
    const id = queue[at] ?? ''
    const nodeLinks = (ofNode.get(id) ?? []).toSorted(
      (a, b) =>
        Number(a.from === id) - Number(b.from === id) || compareRoles(a.roles[0] ?? noRole, b.roles[0] ?? noRole),
    )
    for (const { from, to } of nodeLinks) {
      const other = from === id ? to : from
      if (seen.has(other)) continue
      seen.add(other)
      queue.push(other)
    }
  }
  const rest = [...nodes.keys()].filter((id) => !seen.has(id))
  return [...queue, ...rest].flatMap((id) => nodes.get(id) ?? [])
}
