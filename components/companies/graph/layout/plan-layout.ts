import { growLayout } from './grow-layout'
import type { LayoutPlan, LayoutRequest } from './layout-types'
import { layoutInRows } from './row-layout'

/** Above these limits dagre is too slow: 8 seconds for 500 boxes and 2000 lines, with a strip as the result. */
const MAX_BOXES = 120
const MAX_LINES = 240
/** From this many boxes on, a picture with an extreme aspect ratio is folded into rows. */
const FOLDED_BOXES = 24
const STRIP_RATIO = 4

/** Lays out graphs that are too large for dagre or partly drawn already; undefined if dagre is needed. */
export function layoutWithoutDagre(request: LayoutRequest): LayoutPlan | undefined {
  if (Object.keys(request.fixed).length > 0) return growLayout(request)
  const isLarge = request.boxes.length > MAX_BOXES || request.lines.length > MAX_LINES
  return isLarge ? layoutInRows(request) : undefined
}

/** Whether chains or wide rows make a strip of which a screen shows hardly anything. */
export function isStrip({ boxes }: LayoutRequest, { centres }: LayoutPlan): boolean {
  if (boxes.length < FOLDED_BOXES) return false
  const points = Object.values(centres)
  const width = spanOf(points.map(({ x }) => x)) + 200
  const height = spanOf(points.map(({ y }) => y)) + 100
  return width / height > STRIP_RATIO || height / width > STRIP_RATIO
}

const spanOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)
