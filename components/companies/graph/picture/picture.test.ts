import { describe, expect, it } from 'vitest'

import { plainWords } from '@/lib/testing/pages/plain-words'

import { layoutInRows } from '../layout/row-layout'
import { type CompanyGraph, type GraphEdge, readGraph } from '../model/company-graph'
import { linksOf } from '../model/graph-links'
import { viewGraph } from '../model/graph-view'
import { boxesOf, drawPicture, labelOf, layoutLinesOf } from './draw-picture'
import { makeFaces } from './faces'
import { cutText, guessWidth } from './text-fit'
import { firstView, fitAll, limitToWindow, reveal, zoomAt } from './view-box'

const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

function graphOf(
  names: readonly string[],
  edges: readonly (Partial<GraphEdge> & { from: string; to: string })[],
): CompanyGraph {
  const nodes = names.map((name, index) => ({
    id: id(index),
    kind: index === 0 ? 'company' : 'person',
    name,
    krs: index === 0 ? '0000000001' : null,
  }))
  const graph = readGraph({
    root: id(0),
    nodes,
    edges: edges.map(({ share, ...edge }) => ({ ...edge, share_percent: share })),
  })
  if (graph === undefined) throw new Error('unreadable')
  return graph
}

function drawGraph(graph: CompanyGraph, isLabelled = true) {
  const links = linksOf(graph)
  const view = viewGraph(graph, { links, open: new Set() })
  const labelled = new Set(isLabelled ? graph.nodes.keys() : [])
  const faces = makeFaces({ view, links, words: plainWords, measure: guessWidth, labelled, notes: new Map() })
  const input = { view, faces, words: plainWords, measure: guessWidth }
  const plan = layoutInRows({
    root: view.root,
    boxes: boxesOf(input),
    lines: layoutLinesOf(input, isLabelled),
    fixed: {},
  })
  return { view, picture: drawPicture(input, plan) }
}

const textsOf = (shapes: readonly { readonly kind: string }[]): string[] =>
  shapes.flatMap((shape) => ('text' in shape ? [String(shape.text)] : []))

describe('graph texts', () => {
  const edges = [
    { from: id(1), to: id(0), role: 'shareholder', share: 72, since: '2019-01-02' },
    { from: id(1), to: id(0), role: 'board', since: '2020-01-02' },
    { from: id(1), to: id(0), role: 'proxy', since: '2010-01-02', until: '2024-03-04' },
    { from: id(1), to: id(0), role: 'beneficial_owner' },
  ]

  it('name the roles of a line, ended ones with their last year, and count those that do not fit', () => {
    const { view } = drawGraph(graphOf(['A', 'B'], edges))
    const [line] = view.lines
    expect(line && labelOf(line, plainWords)).toEqual(['72 % shares since 2019', 'board since 2020', '2 more'])
    expect(line?.links[0] && plainWords.linkWords(line.links[0]).at(-1)).toBe('until 2024: proxy')
  })

  it('appear on the line where there is room, otherwise in the box of a node with only this line', () => {
    const graph = graphOf(['A', 'B'], edges.slice(1, 2))
    const boxOf = (isLabelled: boolean) =>
      drawGraph(graph, isLabelled).picture.nodes.find(({ node }) => node.name === 'B')
    expect(textsOf(boxOf(true)?.shapes ?? [])).toEqual(['B'])
    expect(textsOf(boxOf(false)?.shapes ?? [])).toEqual(['B', 'board since 2020'])
  })

  it('are cut to fit their box and are complete in its title', () => {
    const long = 'ŻÓŁĆ '.repeat(40).trim()
    const { picture } = drawGraph(graphOf([long, 'B'], []))
    const [root] = picture.nodes
    expect([root?.title, textsOf(root?.shapes ?? [])[0]?.endsWith('…'), (root?.width ?? 999) <= 220]).toEqual([
      long,
      true,
      true,
    ])
    expect(cutText('👩‍👩‍👧'.repeat(9), 40, (text) => text.length * 2)).toBe('👩‍👩‍👧👩‍👩‍👧…')
    expect(cutText('short', 400, (text) => text.length)).toBe('short')
  })
})

describe('screen reader texts', () => {
  it('name each node and its lines from the view of that node', () => {
    const graph = graphOf(['A', 'B'], [{ from: id(1), to: id(0), role: 'board', since: '2020-01-01' }])
    const links = linksOf(graph)
    const nameById = (of: string) => graph.nodes.get(of)?.name ?? ''
    const labels = [...graph.nodes.values()].map((node) =>
      plainWords.nodeLabel(node, { links, nameById, isRoot: node.id === graph.root }),
    )
    expect(labels).toEqual(['A, company, asked. B: board since 2020', 'B, person. in A: board since 2020'])
  })
})

describe('graph shapes', () => {
  it('are round only for persons and dashed for ended roles', () => {
    const { picture } = drawGraph(graphOf(['A', 'B'], [{ from: id(1), to: id(0), role: 'board', until: '2020-01-01' }]))
    const frames = picture.nodes.map(({ shapes: [frame] }) =>
      frame?.kind === 'box' ? [frame.radius, frame.isDashed] : [],
    )
    expect(frames).toEqual([
      [7, true],
      [17, true],
    ])
    expect(picture.lines[0]?.shapes[0]).toMatchObject({ kind: 'path', isDashed: true })
  })

  it('stay within the bounds of the picture', () => {
    const names = Array.from({ length: 90 }, (_, index) => `Person ${index}`)
    const { picture } = drawGraph(
      graphOf(
        names,
        names.slice(1).map((_, index) => ({ from: id(index + 1), to: id(0), role: 'board' })),
      ),
    )
    const [group] = picture.groups
    expect([group?.members.length, group?.more === undefined]).toEqual([11, false])
    for (const { x, y, width, height } of [...picture.nodes, ...picture.groups]) {
      expect(x >= picture.left && y >= picture.top).toBe(true)
      expect(x + width <= picture.left + picture.width && y + height <= picture.top + picture.height).toBe(true)
    }
  })
})

describe('graph viewport', () => {
  const { picture } = drawGraph(
    graphOf(
      ['A', 'B', 'C'],
      [
        { from: id(1), to: id(0) },
        { from: id(0), to: id(2) },
      ],
    ),
  )
  const window = { width: 900, height: 600 }

  it('shows all of a small picture and centres a large one on the root company', () => {
    expect(fitAll(picture, window).scale).toBe(1)
    const huge = { ...picture, width: 20_000, height: 20_000 }
    const { scale, x, y } = firstView(huge, window)
    const root = picture.nodes.find(({ node }) => node.id === picture.root)
    expect(scale).toBeGreaterThan(0.5)
    expect(root && [x + (root.x + root.width / 2) * scale, y + (root.y + root.height / 2) * scale]).toEqual([450, 300])
  })

  it('zooms around a point, within limits', () => {
    const view = { x: 10, y: 20, scale: 1 }
    const zoomed = zoomAt(view, 2, { x: 110, y: 220 })
    expect(zoomed).toEqual({ x: -90, y: -180, scale: 2 })
    expect([zoomAt(view, 100, { x: 0, y: 0 }).scale, zoomAt(view, 0.0001, { x: 0, y: 0 }).scale]).toEqual([2.5, 0.05])
  })

  it('moves only as far as needed to show the focused area and never loses the picture', () => {
    const view = { x: 0, y: 0, scale: 1 }
    expect(reveal(view, { x: 100, y: 100, width: 50, height: 50 }, window)).toEqual(view)
    expect(reveal(view, { x: 1000, y: -10, width: 50, height: 50 }, window)).toEqual({ x: -174, y: 34, scale: 1 })
    const limited = limitToWindow({ x: 99_999, y: -99_999, scale: 1 }, picture, window)
    expect(limited.x + picture.left).toBeLessThan(window.width)
    expect(limited.y + picture.top + picture.height).toBeGreaterThan(0)
  })
})
