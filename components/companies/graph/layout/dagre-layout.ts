import { Graph, type GraphLabel, layout } from '@dagrejs/dagre'

import { groupBy } from '@/lib/domain/collections/group-by'

import type { LayoutPlan, LayoutRequest, Point } from './layout-types'

const NODE_GAP = 28
const LINE_GAP = 14
const RANK_GAP = 72
/** With more lines the default ranker takes seconds (dagrejs/dagre#481). */
const BEST_RANKER_LINES = 60

/** Lays out in layers, holders above what they hold. */
export function layoutByDagre({ boxes, lines }: LayoutRequest): LayoutPlan {
  const graph = new Graph<GraphLabel, Box, Line>({ multigraph: true })
  graph.setGraph({
    rankdir: 'TB',
    nodesep: NODE_GAP,
    edgesep: LINE_GAP,
    ranksep: RANK_GAP,
    acyclicer: 'greedy',
    ranker: lines.length > BEST_RANKER_LINES ? 'tight-tree' : 'network-simplex',
  })
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height })
  const ranks = staggerLeaves({ boxes, lines })
  for (const { id, from, to, label } of lines) {
    // A loop is drawn next to its box and does not affect the layout.
    if (from === to) continue
    graph.setEdge(from, to, { width: 0, height: 0, labelpos: 'c', minlen: ranks.get(id) ?? 1, ...label }, id)
  }
  layout(graph)
  return planOf(graph)
}

/** Boxes with a single line to the same box form rows of at most this width, about that of a screen. */
const ROW_WIDTH = 1000
const MAX_ROWS = 4

/** Returns the number of ranks between the ends of a line. */
function staggerLeaves({ boxes, lines }: Pick<LayoutRequest, 'boxes' | 'lines'>): Map<string, number> {
  const count = countLines(lines)
  const widths = new Map(boxes.map(({ id, width }) => [id, width]))
  const leaves = lines.flatMap(({ id, from, to, label }) => {
    const leaf = [from, to].find((end) => count.get(end) === 1)
    if (leaf === undefined) return []
    const width = Math.max(widths.get(leaf) ?? 0, label?.width ?? 0) + NODE_GAP
    return [{ id, width, side: leaf === from ? `above ${to}` : `below ${from}` }]
  })
  const ranks = new Map<string, number>()
  for (const side of groupBy(leaves, (leaf) => leaf.side).values()) {
    const total = side.reduce((sum, { width }) => sum + width, 0)
    const rows = Math.min(MAX_ROWS, Math.ceil(total / ROW_WIDTH))
    for (const [at, { id }] of side.entries()) ranks.set(id, 1 + (at % rows))
  }
  return ranks
}

function countLines(lines: LayoutRequest['lines']): ReadonlyMap<string, number> {
  const count = new Map<string, number>()
  for (const { from, to } of lines) for (const id of [from, to]) count.set(id, (count.get(id) ?? 0) + 1)
  return count
}

type Box = { width: number; height: number; x?: number; y?: number }
type Line = { minlen: number; width: number; height: number; labelpos: 'c'; x?: number; y?: number; points?: Point[] }

function planOf(graph: Graph<GraphLabel, Box, Line>): LayoutPlan {
  const centres: Record<string, Point> = {}
  const bends: Record<string, readonly Point[]> = {}
  const labels: Record<string, Point> = {}
  for (const id of graph.nodes()) {
    const { x = 0, y = 0 } = graph.node(id) ?? {}
    centres[id] = { x, y }
  }
  for (const edge of graph.edges()) {
    const line = graph.edge(edge)
    const id = edge.name ?? ''
    if (line?.points === undefined) continue
    bends[id] = line.points.slice(1, -1).map(({ x, y }) => ({ x, y }))
    const label = labelCentre(line)
    if (label !== undefined) labels[id] = label
  }
  return { centres, bends, labels }
}

const labelCentre = ({ x, y, width }: Line): Point | undefined =>
  x === undefined || y === undefined || width === 0 ? undefined : { x, y }
