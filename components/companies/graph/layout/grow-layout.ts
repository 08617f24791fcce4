import {
  type LayoutBox,
  type LayoutLine,
  type LayoutPlan,
  type LayoutRequest,
  noBends,
  type Point,
} from './layout-types'
import { wrap } from './row-layout'

const NODE_GAP = 28
const ROW_GAP = 24
const HUB_GAP = 88
const ROW_WIDTH = 1000
const CLEARANCE = 20
const STEP_X = 64
const STEPS_X = 60
const STEP_Y = 96
const STEPS_Y = 24

interface Rect {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const rectOf = ({ width, height }: Pick<LayoutBox, 'width' | 'height'>, { x, y }: Point): Rect => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
})

const overlaps = (a: Rect, b: Rect): boolean =>
  a.left < b.right + CLEARANCE &&
  b.left < a.right + CLEARANCE &&
  a.top < b.bottom + CLEARANCE &&
  b.top < a.bottom + CLEARANCE

/**
 * Places new boxes without moving existing ones: above or below the company they belong to, in the nearest free space.
 */
export function growLayout({ boxes, lines, fixed }: LayoutRequest): LayoutPlan {
  const centres: Record<string, Point> = {}
  const sizes = new Map(boxes.map((box) => [box.id, box]))
  const occupied: Rect[] = []
  for (const box of boxes) {
    const centre = fixed[box.id]
    if (centre === undefined) continue
    centres[box.id] = centre
    occupied.push(rectOf(box, centre))
  }
  for (const { hub, isAbove, members } of familiesOf(boxes, lines, fixed)) {
    const box = sizes.get(hub)
    const hubCentre = centres[hub]
    const offsets = blockOf(members, isAbove)
    const start =
      box === undefined || hubCentre === undefined
        ? { x: 0, y: Math.max(0, ...occupied.map(({ bottom }) => bottom)) + HUB_GAP }
        : {
            x: hubCentre.x,
            y: isAbove ? hubCentre.y - box.height / 2 - HUB_GAP : hubCentre.y + box.height / 2 + HUB_GAP,
          }
    const move = findRoom(offsets, start, { occupied, isAbove })
    for (const { member, offset } of offsets) {
      const memberCentre = { x: move.x + offset.x, y: move.y + offset.y }
      centres[member.id] = memberCentre
      occupied.push(rectOf(member, memberCentre))
    }
  }
  return { centres, ...noBends }
}

interface Family {
  readonly hub: string
  readonly isAbove: boolean
  readonly members: LayoutBox[]
}

/** Groups new boxes by the existing box that their first line connects to. */
function familiesOf(
  boxes: readonly LayoutBox[],
  lines: readonly LayoutLine[],
  fixed: Readonly<Record<string, Point>>,
): Family[] {
  const families = new Map<string, Family>()
  for (const box of boxes) {
    if (fixed[box.id] !== undefined) continue
    const line = lines.find(
      ({ from, to }) => (from === box.id && fixed[to] !== undefined) || (to === box.id && fixed[from] !== undefined),
    )
    const isAbove = line?.from === box.id
    const hub = (isAbove ? line?.to : line?.from) ?? ''
    const key = `${isAbove} ${hub}`
    const family = families.get(key) ?? { hub, isAbove, members: [] }
    family.members.push(box)
    families.set(key, family)
  }
  return [...families.values()]
}

interface Offset {
  readonly member: LayoutBox
  readonly offset: Point
}

/** Stacks rows outwards from the company, centred at x = 0. */
function blockOf(members: readonly LayoutBox[], isAbove: boolean): Offset[] {
  const rows = wrap(members, { maxLength: ROW_WIDTH, gap: NODE_GAP, lengthOf: ({ width }) => width })
  const offsets: Offset[] = []
  let distance = 0
  for (const row of rows) {
    const height = Math.max(0, ...row.map((box) => box.height))
    let x = -(row.reduce((sum, { width }) => sum + width + NODE_GAP, -NODE_GAP) / 2)
    for (const member of row) {
      offsets.push({
        member,
        offset: { x: x + member.width / 2, y: (isAbove ? -1 : 1) * (distance + height / 2) },
      })
      x += member.width + NODE_GAP
    }
    distance += height + ROW_GAP
  }
  return offsets
}

/** Positions near `start`, nearest first; one step away from the company counts as much as two sideways. */
const candidates: readonly Point[] = Array.from({ length: STEPS_Y }, (_, row) =>
  Array.from({ length: 2 * STEPS_X + 1 }, (_unused, column) => ({ x: (column - STEPS_X) * STEP_X, y: row * STEP_Y })),
)
  .flat()
  .toSorted((a, b) => Math.abs(a.x) + 1.5 * a.y - (Math.abs(b.x) + 1.5 * b.y))

function findRoom(
  offsets: readonly Offset[],
  start: Point,
  { occupied, isAbove }: { readonly occupied: readonly Rect[]; readonly isAbove: boolean },
): Point {
  const outline = outlineOf(offsets)
  for (const { x, y } of candidates) {
    const move = { x: start.x + x, y: start.y + (isAbove ? -y : y) }
    const rect = {
      left: outline.left + move.x,
      right: outline.right + move.x,
      top: outline.top + move.y,
      bottom: outline.bottom + move.y,
    }
    if (occupied.every((other) => !overlaps(rect, other))) return move
  }
  // Without free space nearby, the block is placed beyond all boxes.
  const edge = isAbove ? Math.min(...occupied.map(({ top }) => top)) : Math.max(...occupied.map(({ bottom }) => bottom))
  return { x: start.x, y: edge + (isAbove ? -HUB_GAP : HUB_GAP) }
}

function outlineOf(offsets: readonly Offset[]): Rect {
  const rects = offsets.map(({ member, offset }) => rectOf(member, offset))
  return {
    left: Math.min(...rects.map(({ left }) => left)),
    right: Math.max(...rects.map(({ right }) => right)),
    top: Math.min(...rects.map(({ top }) => top)),
    bottom: Math.max(...rects.map(({ bottom }) => bottom)),
  }
}
