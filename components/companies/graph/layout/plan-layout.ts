import { growLayout } from './grow-layout'
import type { LayoutPlan, LayoutRequest } from './layout-types'
import { layoutInRows } from './row-layout'

/** Beyond these dagre takes longer than anybody waits: 8 seconds for 500 boxes and 2000 lines, and its picture is a strip. */
const MOST_BOXES = 120
const MOST_LINES = 240
/** From so many boxes on, a picture that is so much longer than wide or the other way round is folded instead. */
const FOLDED_BOXES = 24
const STRIP = 4

/** Lays out what dagre is too slow for, or what is drawn already; undefined: it is a job for dagre. */
export function layoutWithoutDagre(request: LayoutRequest): LayoutPlan | undefined {
  if (Object.keys(request.fixed).length > 0) return growLayout(request)
  const isLarge = request.boxes.length > MOST_BOXES || request.lines.length > MOST_LINES
  return isLarge ? layoutInRows(request) : undefined
}

/** Chains and wide rows become strips of which a screen shows nothing. */
export function isStrip({ boxes }: LayoutRequest, { centres }: LayoutPlan): boolean {
  if (boxes.length < FOLDED_BOXES) return false
  const points = Object.values(centres)
  const width = spanOf(points.map(({ x }) => x)) + 200
  const height = spanOf(points.map(({ y }) => y)) + 100
  return width / height > STRIP || height / width > STRIP
}

const spanOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)
