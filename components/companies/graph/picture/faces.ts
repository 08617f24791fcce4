import type { Point, Size } from '../layout/layout-types'
import type { GraphNode } from '../model/company-graph'
import { type GraphLink, linksByNode } from '../model/graph-links'
import type { GraphGroup, GraphView } from '../model/graph-view'
import type { GraphWords } from './graph-words'
import type { Shape } from './shapes'
import { cutText, type MeasureText, type PictureFont } from './text-fit'

export interface NodeFace extends Size {
  readonly node: GraphNode
  readonly shapes: readonly Shape[]
  /** The full text, without truncation. */
  readonly title: string
}

export interface FaceInput {
  readonly view: GraphView
  readonly links: readonly GraphLink[]
  readonly words: GraphWords
  readonly measure: MeasureText
  /** Nodes whose lines carry labels. A node without them and with a single line shows its role in its box. */
  readonly labelled: ReadonlySet<string>
  /** What the account knows of a company, by node id; shown below the name. */
  readonly notes: ReadonlyMap<string, string>
}

const MIN_WIDTH = 104
const MAX_WIDTH = 220
const PADDING = 14
const ONE_LINE_HEIGHT = 34
const TWO_LINES_HEIGHT = 48
export const CELL = { width: 176, height: 44, gap: 8 } as const

export function makeFaces(input: FaceInput): Map<string, NodeFace> {
  const { view, links } = input
  const linksOfNode = linksByNode(links)
  const faces = new Map<string, NodeFace>()
  for (const node of view.nodes) faces.set(node.id, faceOfNode(node, linksOfNode.get(node.id) ?? [], input))
  for (const group of view.groups) {
    for (const { node, link } of group.members.slice(0, group.shown)) {
      faces.set(node.id, faceOfMember(node, link, input))
    }
  }
  return faces
}

function faceOfNode(node: GraphNode, links: readonly GraphLink[], input: FaceInput): NodeFace {
  const { words, measure, view } = input
  const cut = cutterTo(MAX_WIDTH, measure)
  const name = cut(words.nameOf(node), 'name')
  const note = cut(noteOf(node, links, input), 'note')
  const widest = Math.max(measure(name, 'name'), measure(note, 'note')) + 2 * PADDING
  const width = Math.ceil(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, widest)))
  const height = note === '' ? ONE_LINE_HEIGHT : TWO_LINES_HEIGHT
  const isFormer = links.length > 0 && links.every((link) => link.isFormer)
  return toFace({ node, name, note, width, height, isRoot: node.id === view.root, isFormer }, words)
}

/** Chooses the text below a name: the account's note, else the role if no line shows it, else the number. */
function noteOf(node: GraphNode, links: readonly GraphLink[], { words, labelled, notes }: FaceInput): string {
  const accountNote = notes.get(node.id)
  if (accountNote !== undefined) return accountNote
  const [link, another] = links
  if (!labelled.has(node.id) && link !== undefined && another === undefined) return words.linkWords(link).join(' · ')
  return node.krs === null ? '' : `KRS ${node.krs}`
}

function faceOfMember(node: GraphNode, link: GraphLink, { words, measure }: FaceInput): NodeFace {
  const { width, height } = CELL
  const cut = cutterTo(width, measure)
  const name = cut(words.nameOf(node), 'name')
  const note = cut(words.linkWords(link).join(' · '), 'note')
  return toFace({ node, name, note, width, height, isRoot: false, isFormer: link.isFormer }, words)
}

/** Truncates texts to the width of a box. */
const cutterTo = (width: number, measure: MeasureText) => (text: string, font: PictureFont) =>
  cutText(text, width - 2 * PADDING, (part) => measure(part, font))

interface FaceContent extends Size {
  readonly node: GraphNode
  readonly name: string
  readonly note: string
  readonly isRoot: boolean
  readonly isFormer: boolean
}

function toFace(content: FaceContent, { nameOf }: GraphWords): NodeFace {
  const { node, width, height } = content
  return { node, width, height, shapes: [frameOf(content), ...linesOf(content)], title: nameOf(node) }
}

/** A company has square corners, a person round ones; an undisclosed node is grey with slightly rounded ones. */
function frameOf({ node: { kind }, width, height, isRoot, isFormer }: FaceContent): Shape {
  return {
    kind: 'box',
    x: 0,
    y: 0,
    width,
    height,
    radius: kind === 'person' ? height / 2 : kind === 'company' ? 7 : 2,
    fill: isRoot ? 'accent-soft' : kind === 'unknown' ? 'chip' : 'card',
    stroke: isRoot ? 'accent-ink' : 'edge',
    isDashed: isFormer || kind === 'unknown',
    isStrong: isRoot,
  }
}

function linesOf({ name, note, width, height, isRoot }: FaceContent): Shape[] {
  const x = width / 2
  const middle = height / 2
  const fill = isRoot ? 'accent-ink' : 'muted'
  const title: Shape = { kind: 'text', x, y: middle + 4.5, text: name, font: 'name', fill: 'ink', anchor: 'middle' }
  if (note === '') return [title]
  return [
    { ...title, y: middle - 3.5 },
    { kind: 'text', x, y: middle + 13.5, text: note, font: 'note', fill, anchor: 'middle' },
  ]
}

const FRAME_PADDING = 10
const FRAME_HEAD = 30
/** The ratio of width to height of a frame, chosen for the width of a screen. */
const FRAME_ASPECT = 1.6
const MAX_IN_THREE_COLUMNS = 12

interface GroupPlan extends Size {
  /**
   * Upper left corners relative to the frame; the last one belongs to the tile that opens the frame, if there is one.
   */
  readonly cells: readonly Point[]
}

export function planGroup({ members, shown }: GraphGroup): GroupPlan {
  const count = shown < members.length ? shown + 1 : shown
  const across = Math.sqrt((count * FRAME_ASPECT * (CELL.height + CELL.gap)) / (CELL.width + CELL.gap))
  const columns = count <= MAX_IN_THREE_COLUMNS ? Math.min(3, Math.ceil(count / 3)) : Math.ceil(across)
  const rows = Math.ceil(count / columns)
  const cells = Array.from({ length: count }, (_, at) => ({
    x: FRAME_PADDING + (at % columns) * (CELL.width + CELL.gap),
    y: FRAME_HEAD + Math.floor(at / columns) * (CELL.height + CELL.gap),
  }))
  return {
    width: columns * (CELL.width + CELL.gap) - CELL.gap + 2 * FRAME_PADDING,
    height: FRAME_HEAD + rows * (CELL.height + CELL.gap) - CELL.gap + FRAME_PADDING,
    cells,
  }
}
