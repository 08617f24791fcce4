import type { Area, LayoutBox, LayoutLine, LayoutPlan, Point } from '../layout/layout-types'
import { type Route, routeLines } from '../layout/routes'
import type { GraphNode } from '../model/company-graph'
import type { GraphGroup, GraphLine, GraphView } from '../model/graph-view'
import { CELL, type NodeFace, planGroup } from './faces'
import type { GraphWords } from './graph-words'
import type { Shape } from './shapes'
import { type MeasureText, pictureFonts } from './text-fit'

export interface DrawnNode extends NodeFace, Point {}

export interface DrawnGroup extends Area {
  readonly group: GraphGroup
  readonly shapes: readonly Shape[]
  /** The tile that stands for the hidden members, relative to the frame's corner. */
  readonly more: (Point & { readonly shapes: readonly Shape[] }) | undefined
  readonly members: readonly DrawnNode[]
  readonly title: string
}

export interface DrawnLine {
  readonly line: GraphLine
  readonly shapes: readonly Shape[]
  readonly label: readonly Shape[]
  /** Whether the labels fit permanently; others appear only for the active node. */
  readonly labelFits: boolean
  readonly title: string
}

export interface Picture {
  readonly root: string
  readonly nodes: readonly DrawnNode[]
  readonly groups: readonly DrawnGroup[]
  readonly lines: readonly DrawnLine[]
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface DrawInput {
  readonly view: GraphView
  readonly faces: ReadonlyMap<string, NodeFace>
  readonly words: GraphWords
  readonly measure: MeasureText
}

const LABEL_LINE_HEIGHT = 15
/** The most text lines of a label; further roles are counted. */
const MAX_LABEL_LINES = 3
const MARGIN = 28

/** Returns the label of a line; the line of a frame has none, because the members show their roles. */
export function labelOf({ links }: GraphLine, words: GraphWords): string[] {
  const [link, another] = links
  if (link === undefined || another !== undefined) return []
  const texts = words.linkWords(link)
  if (texts.length <= MAX_LABEL_LINES) return texts
  return [...texts.slice(0, MAX_LABEL_LINES - 1), words.more(texts.length - MAX_LABEL_LINES + 1)]
}

export function boxesOf({ view, faces }: Pick<DrawInput, 'view' | 'faces'>): LayoutBox[] {
  const nodes = view.nodes.flatMap(({ id }) => {
    const face = faces.get(id)
    return face === undefined ? [] : [{ id, width: face.width, height: face.height }]
  })
  const groups = view.groups.map((group) => {
    const { width, height } = planGroup(group)
    return { id: group.id, width, height }
  })
  return [...nodes, ...groups]
}

/** `isLabelled` reserves space for labels. */
export function layoutLinesOf({ view, words, measure }: DrawInput, isLabelled: boolean): LayoutLine[] {
  return view.lines.map((line) => {
    const { id, from, to } = line
    const texts = isLabelled ? labelOf(line, words) : []
    const width = Math.max(0, ...texts.map((text) => measure(text, 'note'))) + 12
    return { id, from, to, ...(texts.length > 0 && { label: { width, height: texts.length * LABEL_LINE_HEIGHT + 4 } }) }
  })
}

export function drawPicture(input: DrawInput, plan: LayoutPlan): Picture {
  const { view, faces } = input
  const boxes = boxesOf(input)
  const routes = routeLines({ boxes, lines: view.lines, plan })
  const nodesById = new Map(view.nodes.map((node) => [node.id, node]))
  const cornerOf = new Map(boxes.map((box) => [box.id, cornerAt(box, plan.centres[box.id])]))
  const nodes = view.nodes.flatMap(({ id }) => {
    const [face, corner] = [faces.get(id), cornerOf.get(id)]
    return face && corner ? [{ ...face, ...corner }] : []
  })
  const groups = view.groups.flatMap((group) => {
    const corner = cornerOf.get(group.id)
    return corner ? [drawGroup(group, corner, { ...input, nodesById })] : []
  })
  const lines = view.lines.flatMap((line) => {
    const route = routes.get(line.id)
    return route
      ? [{ ...drawLine(line, route, { ...input, nodesById }), labelFits: plan.labels[line.id] !== undefined }]
      : []
  })
  return {
    root: view.root,
    nodes,
    groups,
    lines,
    ...boundsOf([...nodes, ...groups, ...lines.flatMap(labelArea)], routes),
  }
}

const cornerAt = ({ width, height }: LayoutBox, centre: Point | undefined): Point | undefined =>
  centre && { x: Math.round(centre.x - width / 2), y: Math.round(centre.y - height / 2) }

interface DrawWithNodesInput extends DrawInput {
  readonly nodesById: ReadonlyMap<string, GraphNode>
}

function drawGroup(group: GraphGroup, corner: Point, { faces, words, nodesById }: DrawWithNodesInput): DrawnGroup {
  const { cells, width, height } = planGroup(group)
  const hub = words.nameOf(nodesById.get(group.hub) ?? { name: '' })
  const name = words.groupName(group)
  const members = group.members.slice(0, group.shown).flatMap(({ node }, at) => {
    const [face, cell] = [faces.get(node.id), cells[at]]
    return face && cell ? [{ ...face, x: corner.x + cell.x, y: corner.y + cell.y }] : []
  })
  const tile = group.shown < group.members.length ? cells.at(-1) : undefined
  const more = tile && { ...tile, shapes: moreTile(words.more(group.members.length - group.shown)) }
  const head = `${name} · ${group.members.length}`
  const shapes: Shape[] = [
    {
      kind: 'box',
      x: 0,
      y: 0,
      width,
      height,
      radius: 10,
      fill: 'ground',
      stroke: 'line',
      isDashed: group.isFormer,
    },
    { kind: 'text', x: 12, y: 20, text: head, font: 'note', fill: 'muted', anchor: 'start' },
  ]
  const title = words.groupOf(name, group.members.length, hub)
  return { group, ...corner, width, height, shapes, more, members, title }
}

const moreTile = (text: string): Shape[] => [
  {
    kind: 'box',
    x: 0,
    y: 0,
    width: CELL.width,
    height: CELL.height,
    radius: 7,
    fill: 'chip',
    stroke: 'edge',
    isDashed: false,
  },
  {
    kind: 'text',
    x: CELL.width / 2,
    y: CELL.height / 2 + 4.5,
    text,
    font: 'name',
    fill: 'ink',
    anchor: 'middle',
  },
]

function drawLine(
  line: GraphLine,
  { path, arrow, middle }: Route,
  { words, measure, nodesById }: DrawWithNodesInput,
): Omit<DrawnLine, 'labelFits'> {
  const texts = labelOf(line, words)
  const top = middle.y - (texts.length * LABEL_LINE_HEIGHT) / 2
  const width = Math.max(0, ...texts.map((text) => measure(text, 'note'))) + 8
  const label: Shape[] =
    texts.length === 0
      ? []
      : [
          {
            kind: 'box',
            x: middle.x - width / 2,
            y: top - 1,
            width,
            height: texts.length * LABEL_LINE_HEIGHT + 2,
            radius: 4,
            fill: 'card',
            stroke: 'none',
          },
          ...texts.map((text, at): Shape => {
            const y = top + at * LABEL_LINE_HEIGHT + pictureFonts.note.size
            return { kind: 'text', x: middle.x, y, text, font: 'note', fill: 'muted', anchor: 'middle' }
          }),
        ]
  const stroke = line.isFormer ? 'muted' : 'edge'
  const shapes: Shape[] = [
    { kind: 'path', d: path, stroke, isDashed: line.isFormer },
    { kind: 'arrow', points: arrow, fill: stroke },
  ]
  const [from, to] = [nodesById.get(line.from), nodesById.get(line.to)]
  const title =
    from === undefined || to === undefined ? '' : `${words.nameOf(from)} → ${words.nameOf(to)}: ${texts.join(', ')}`
  return { line, shapes, label, title }
}

/** Labels may extend beyond the boxes. */
const labelArea = ({ label: [background], labelFits }: DrawnLine): Area[] =>
  labelFits && background?.kind === 'box' ? [background] : []

function boundsOf(extents: readonly Area[], routes: ReadonlyMap<string, Route>) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const include = (x: number, y: number) => {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  for (const { x, y, width, height } of extents) {
    include(x, y)
    include(x + width, y + height)
  }
  for (const { path } of routes.values()) {
    const numbers = path.match(/-?\d+(?:\.\d+)?/g) ?? []
    for (let at = 0; at + 1 < numbers.length; at += 2) include(Number(numbers[at]), Number(numbers[at + 1]))
  }
  return {
    left: left - MARGIN,
    top: top - MARGIN,
    width: right - left + 2 * MARGIN,
    height: bottom - top + 2 * MARGIN,
  }
}
