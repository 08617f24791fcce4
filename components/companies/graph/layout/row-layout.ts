import { groupBy } from '@/lib/domain/collections/group-by'

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
const MIN_WIDTH = 1400
const ASPECT = 1.6
const SWEEPS = 4

type Row = readonly LayoutBox[]

/**
 * Lays out rows by distance from the root, holders above; long rows wrap, and tall piles continue in a further column.
 * It takes milliseconds for any size, and serves graphs for which dagre would take seconds or make a strip.
 */
export function layoutInRows({ root, boxes, lines }: LayoutRequest): LayoutPlan {
  const ranks = rankBoxes(root, boxes, lines)
  const ordered = orderRanks(ranks, lines)
  const width = Math.max(MIN_WIDTH, Math.sqrt(areaOf(boxes) * ASPECT))
  const rows = ordered.flatMap((rank) => wrapRank(rank, width))
  const columns = wrap(rows, { maxLength: Math.max(width / ASPECT, MIN_WIDTH), gap: ROW_GAP, lengthOf: heightOf })
  return { centres: placeColumns(columns), ...noBends }
}

const areaOf = (boxes: readonly LayoutBox[]): number =>
  boxes.reduce((sum, { width, height }) => sum + (width + NODE_GAP) * (height + ROW_GAP), 0)

/** Returns the boxes at the other ends of lines; `step` is 1 down a line and -1 up a line. */
function neighboursOf(lines: readonly LayoutLine[]) {
  const ends = lines.flatMap(({ from, to }) => [
    { of: from, id: to, step: 1 },
    { of: to, id: from, step: -1 },
  ])
  return groupBy(ends, ({ of }) => of)
}

/** The shortest path from the root determines the rank, so that cycles have one too. */
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
  const ranks = groupBy(boxes, ({ id }) => rankOf.get(id) ?? last)
  return [...ranks].toSorted(([a], [b]) => a - b).map(([, rank]) => rank)
}

/** Moves each box towards the mean position of its neighbours, in several sweeps down and up. */
function orderRanks(ranks: readonly LayoutBox[][], lines: readonly LayoutLine[]): LayoutBox[][] {
  const neighbours = neighboursOf(lines)
  const positions = new Map<string, number>()
  const storePositions = (rank: readonly LayoutBox[]) => {
    for (const [at, { id }] of rank.entries()) positions.set(id, (at + 0.5) / rank.length)
  }
  for (const rank of ranks) storePositions(rank)
  const meanOf = ({ id }: LayoutBox): number => {
    const adjacent = neighbours.get(id) ?? []
    const sum = adjacent.reduce((total, { id: other }) => total + (positions.get(other) ?? 0.5), 0)
    return adjacent.length === 0 ? (positions.get(id) ?? 0.5) : sum / adjacent.length
  }
  let ordered = [...ranks]
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    ordered = ordered.map((rank) => {
      const means = new Map(rank.map((box) => [box.id, meanOf(box)]))
      const sorted = rank.toSorted((a, b) => (means.get(a.id) ?? 0) - (means.get(b.id) ?? 0))
      storePositions(sorted)
      return sorted
    })
  }
  return ordered
}

interface Wrap<Item> {
  readonly maxLength: number
  readonly gap: number
  readonly lengthOf: (item: Item) => number
}

/** Wraps items into rows of at most `maxLength`; a single longer item has its own row. */
export function wrap<Item>(items: readonly Item[], { maxLength, gap, lengthOf }: Wrap<Item>): Item[][] {
  const rows: Item[][] = [[]]
  let used = 0
  for (const item of items) {
    if (used > 0 && used + lengthOf(item) > maxLength) {
      rows.push([])
      used = 0
    }
    rows.at(-1)?.push(item)
    used += lengthOf(item) + gap
  }
  return rows
}

function wrapRank(rank: readonly LayoutBox[], width: number): Row[] {
  const lengthOf = (box: LayoutBox) => box.width + NODE_GAP
  const total = rank.reduce((sum, box) => sum + lengthOf(box), 0)
  const rows = Math.ceil(total / width)
  // Rows of one rank have similar lengths.
  return wrap(rank, { maxLength: Math.max(total / rows, ...rank.map(lengthOf)) * 1.02, gap: 0, lengthOf })
}

const heightOf = (row: Row): number => Math.max(...row.map(({ height }) => height))
const widthOf = (row: Row): number => row.reduce((sum, { width }) => sum + width + NODE_GAP, -NODE_GAP)

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
