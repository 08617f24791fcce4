import { groupBy } from '@/lib/domain/collections/group-by'

import type { LayoutBox, LayoutLine, LayoutPlan, Point } from './layout-types'

export interface Route {
  readonly path: string
  readonly arrow: string
  readonly middle: Point
}

type Side = 'top' | 'bottom' | 'left' | 'right'
interface End {
  readonly side: Side
  readonly box: PlacedBox
  /** The position of the other end, by which ends on one side are sorted. */
  readonly towards: Point
}
type PlacedBox = LayoutBox & Point

const ARROW_LENGTH = 8
const ARROW_HALF = 4
const END_GAP = 22
const CORNER = 16
const LOOP = 30

const headings: { readonly [S in Side]: Point } = {
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
}

interface RoutingInput {
  readonly boxes: readonly LayoutBox[]
  readonly lines: readonly LayoutLine[]
  readonly plan: LayoutPlan
}

/** Routes every line from the edge of one box to the edge of another, with a separate point for each end. */
export function routeLines({ boxes, lines, plan }: RoutingInput): Map<string, Route> {
  const placedBoxes = new Map<string, PlacedBox>()
  for (const box of boxes) {
    const centre = plan.centres[box.id]
    if (centre !== undefined) placedBoxes.set(box.id, { ...box, ...centre })
  }
  const routes = new Map<string, Route>()
  const unrouted: { line: LayoutLine; bends: readonly Point[]; start: End; end: End }[] = []
  for (const line of lines) {
    const [from, to] = [placedBoxes.get(line.from), placedBoxes.get(line.to)]
    if (from === undefined || to === undefined) continue
    if (from.id === to.id) routes.set(line.id, loopAt(from))
    else unrouted.push({ line, ...endsOf(from, to, bendsOf(line, plan)) })
  }
  const endPoints = spreadEnds(unrouted.flatMap(({ start, end }) => [start, end]))
  for (const { line, bends, start, end } of unrouted) {
    const [first, last] = [endPoints.get(start), endPoints.get(end)]
    if (first === undefined || last === undefined) continue
    routes.set(line.id, drawRoute({ first, last, start, end, bends, label: plan.labels[line.id] }))
  }
  return routes
}

function bendsOf({ id }: LayoutLine, { bends, labels }: LayoutPlan): readonly Point[] {
  const label = labels[id]
  const lineBends = bends[id] ?? []
  // Without bends, a line passes through its label.
  return label === undefined || lineBends.length > 0 ? lineBends : [label]
}

function endsOf(from: PlacedBox, to: PlacedBox, bends: readonly Point[]) {
  const isBelow = to.y - to.height / 2 >= from.y + from.height / 2
  const isAbove = to.y + to.height / 2 <= from.y - from.height / 2
  // A line with bends leaves upwards or downwards, wherever its end is.
  const sides = sidesOf({ isBelow, isAbove, isRight: to.x >= from.x })
  const start: End = { side: sides[0], box: from, towards: bends[0] ?? to }
  const end: End = { side: sides[1], box: to, towards: bends.at(-1) ?? from }
  return { start, end, bends: isBelow || isAbove ? bends : [] }
}

function sidesOf(direction: { isBelow: boolean; isAbove: boolean; isRight: boolean }): [Side, Side] {
  if (direction.isBelow) return ['bottom', 'top']
  if (direction.isAbove) return ['top', 'bottom']
  return direction.isRight ? ['right', 'left'] : ['left', 'right']
}

/** Spreads ends that share a side evenly around its middle. */
function spreadEnds(ends: readonly End[]): Map<End, Point> {
  const bySide = groupBy(ends, ({ side, box }) => `${side} ${box.id}`)
  return new Map([...bySide.values()].flatMap(spreadSide))
}

function spreadSide(ends: readonly End[]): [End, Point][] {
  const isFlat = ends[0]?.side === 'top' || ends[0]?.side === 'bottom'
  const sorted = ends.toSorted((a, b) => (isFlat ? a.towards.x - b.towards.x : a.towards.y - b.towards.y))
  return sorted.map((end, index) => {
    const { box, side } = end
    const available = Math.max(0, (isFlat ? box.width : box.height) - 2 * CORNER)
    const gap = Math.min(END_GAP, available / Math.max(1, ends.length - 1))
    const shift = (index - (ends.length - 1) / 2) * gap
    const heading = headings[side]
    const x = box.x + heading.x * (box.width / 2) + (isFlat ? shift : 0)
    const y = box.y + heading.y * (box.height / 2) + (isFlat ? 0 : shift)
    return [end, { x, y }]
  })
}

interface RouteInput {
  readonly first: Point
  readonly last: Point
  readonly start: End
  readonly end: End
  readonly bends: readonly Point[]
  readonly label: Point | undefined
}

const round = (value: number): number => Math.round(value * 10) / 10
const coordinates = ({ x, y }: Point): string => `${round(x)} ${round(y)}`

function drawRoute({ first, last, start, end, bends, label }: RouteInput): Route {
  const heading = headings[end.side]
  // The line ends where its arrowhead begins.
  const tail = { x: last.x + heading.x * ARROW_LENGTH, y: last.y + heading.y * ARROW_LENGTH }
  const points = [first, ...bends, tail]
  const isFlat = start.side === 'left' || start.side === 'right'
  const curves = points.slice(1).map((point, index) => curve(points[index] ?? first, point, isFlat))
  const middle = label ?? middleOf(points)
  return { path: `M${coordinates(first)}${curves.join('')}`, arrow: arrowAt(last, heading), middle }
}

/** Leaves and arrives vertically, or horizontally between neighbours in a row. */
function curve(from: Point, to: Point, isFlat: boolean): string {
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2]
  const [a, b] = isFlat
    ? [
        { x, y: from.y },
        { x, y: to.y },
      ]
    : [
        { x: from.x, y },
        { x: to.x, y },
      ]
  return `C${coordinates(a)} ${coordinates(b)} ${coordinates(to)}`
}

function arrowAt(tip: Point, { x, y }: Point): string {
  const arrowBase = { x: tip.x + x * ARROW_LENGTH, y: tip.y + y * ARROW_LENGTH }
  const left = { x: arrowBase.x - y * ARROW_HALF, y: arrowBase.y + x * ARROW_HALF }
  const right = { x: arrowBase.x + y * ARROW_HALF, y: arrowBase.y - x * ARROW_HALF }
  return [tip, left, right].map(({ x: px, y: py }) => `${round(px)},${round(py)}`).join(' ')
}

function middleOf(points: readonly Point[]): Point {
  const half = (points.length - 1) / 2
  const [a, b] = [points[Math.floor(half)], points[Math.ceil(half)]]
  if (a === undefined || b === undefined) return { x: 0, y: 0 }
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function loopAt({ x, y, width, height }: PlacedBox): Route {
  const from = { x: x + width / 2, y }
  const tip = { x: x + width / 2 - CORNER, y: y + height / 2 }
  const tail = { x: tip.x, y: tip.y + ARROW_LENGTH }
  const below = { x: tip.x, y: tip.y + 2 * LOOP }
  return {
    path: `M${coordinates(from)}C${coordinates({ x: from.x + 2 * LOOP, y })} ${coordinates(below)} ${coordinates(tail)}`,
    arrow: arrowAt(tip, headings.bottom),
    middle: { x: from.x + LOOP, y: y + height / 2 + LOOP },
  }
}
