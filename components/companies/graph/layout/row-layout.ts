import {
  type LayoutBox,
  type LayoutLine,
  type LayoutPlan,
  type LayoutRequest,
  noBends,
  type Point,
} from './layout-types'

const NODE_GAP = 28
const ROW_GAP = 64
const COLUMN_GAP = 96
const LEAST_WIDTH = 1400
/** Width to height that a picture of many rows aims at. */
const ASPECT = 1.6
const SWEEPS = 4

type Row = readonly LayoutBox[]

/**
 * In rows by distance from the root, whoever holds above; a long row goes on below, and a long pile of rows beside. Takes
 * milliseconds for whatever there is: for graphs that dagre would take seconds over, or make a strip of.
 */
export function layoutInRows({ root, boxes, lines }: LayoutRequest): LayoutPlan {
  const ranks = rankBoxes(root, boxes, lines)
  const ordered = orderRanks(ranks, lines)
  const width = Math.max(LEAST_WIDTH, Math.sqrt(areaOf(boxes) * ASPECT))
  const rows = ordered.flatMap((rank) => wrapRank(rank, width))
  return { centres: placeColumns(pileUp(rows, Math.max(width / ASPECT, LEAST_WIDTH))), ...noBends }
}

const areaOf = (boxes: readonly LayoutBox[]): number =>
  boxes.reduce((sum, { width, height }) => sum + (width + NODE_GAP) * (height + ROW_GAP), 0)

interface Neighbour {
  readonly id: string
  /** Down a line 1, up a line -1. */
  readonly step: number
}

function neighboursOf(lines: readonly LayoutLine[]): Map<string, Neighbour[]> {
  const found = new Map<string, Neighbour[]>()
  const add = (id: string, neighbour: Neighbour) => {
    const known = found.get(id)
    if (known === undefined) found.set(id, [neighbour])
    else known.push(neighbour)
  }
  for (const { from, to } of lines) {
    add(from, { id: to, step: 1 })
    add(to, { id: from, step: -1 })
  }
  return found
}

/** The nearest way from the root says where something stands, so that a cycle has a place too. */
function rankBoxes(root: string, boxes: readonly LayoutBox[], lines: readonly LayoutLine[]): LayoutBox[][] {
  const neighbours = neighboursOf(lines)
  const rankOf = new Map([[root, 0]])
  const queue = [root]
  for (let at = 0; at < queue.length; at += 1) {
    const id = queue[at] ?? ''
    for (const { id: other, step } of neighbours.get(id) ?? []) {
      if (rankOf.has(other)) continue
      rankOf.set(other, (rankOf.get(id) ?? 0) + step)
      queue.push(other)
    }
  }
  const last = Math.max(...rankOf.values()) + 1
  const ranks = new Map<number, LayoutBox[]>()
  for (const box of boxes) {
    const rank = rankOf.get(box.id) ?? last
    ranks.set(rank, [...(ranks.get(rank) ?? []), box])
  }
  return [...ranks].toSorted(([a], [b]) => a - b).map(([, rank]) => rank)
}

/** Each beside those that its lines lead to: the mean of their places, some times to and fro. */
function orderRanks(ranks: readonly LayoutBox[][], lines: readonly LayoutLine[]): LayoutBox[][] {
  const neighbours = neighboursOf(lines)
  const place = new Map<string, number>()
  const remember = (rank: readonly LayoutBox[]) => {
    for (const [at, { id }] of rank.entries()) place.set(id, (at + 0.5) / rank.length)
  }
  for (const rank of ranks) remember(rank)
  const meanOf = ({ id }: LayoutBox): number => {
    const own = neighbours.get(id) ?? []
    const sum = own.reduce((total, { id: other }) => total + (place.get(other) ?? 0.5), 0)
    return own.length === 0 ? (place.get(id) ?? 0.5) : sum / own.length
  }
  let ordered = [...ranks]
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    ordered = ordered.map((rank) => {
      const means = new Map(rank.map((box) => [box.id, meanOf(box)]))
      const sorted = rank.toSorted((a, b) => (means.get(a.id) ?? 0) - (means.get(b.id) ?? 0))
      remember(sorted)
      return sorted
    })
  }
  return ordered
}

function wrapRank(rank: readonly LayoutBox[], width: number): Row[] {
  const total = rank.reduce((sum, box) => sum + box.width + NODE_GAP, 0)
  const rows = Math.ceil(total / width)
  // Rows of one rank are about as long as each other.
  const most = Math.max(total / rows, ...rank.map((box) => box.width + NODE_GAP)) * 1.02
  const wrapped: LayoutBox[][] = [[]]
  let used = 0
  for (const box of rank) {
    if (used > 0 && used + box.width + NODE_GAP > most) {
      wrapped.push([])
      used = 0
    }
    wrapped.at(-1)?.push(box)
    used += box.width + NODE_GAP
  }
  return wrapped
}

const heightOf = (row: Row): number => Math.max(...row.map(({ height }) => height))
const widthOf = (row: Row): number => row.reduce((sum, { width }) => sum + width + NODE_GAP, -NODE_GAP)

function pileUp(rows: readonly Row[], mostHeight: number): Row[][] {
  const columns: Row[][] = [[]]
  let used = 0
  for (const row of rows) {
    if (used > 0 && used + heightOf(row) > mostHeight) {
      columns.push([])
      used = 0
    }
    columns.at(-1)?.push(row)
    used += heightOf(row) + ROW_GAP
  }
  return columns
}

function placeColumns(columns: readonly (readonly Row[])[]): Record<string, Point> {
  const centres: Record<string, Point> = {}
  let left = 0
  for (const rows of columns) {
    const width = Math.max(...rows.map(widthOf))
    let top = 0
    for (const row of rows) {
      let x = left + (width - widthOf(row)) / 2
      for (const box of row) {
        centres[box.id] = { x: x + box.width / 2, y: top + heightOf(row) / 2 }
        x += box.width + NODE_GAP
      }
      top += heightOf(row) + ROW_GAP
    }
    left += width + COLUMN_GAP
  }
  return centres
}
