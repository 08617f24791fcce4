import { describe, expect, it } from 'vitest'

import type { CompanyGraph, GraphEdge, GraphNode } from './company-graph'
import { compareRoles, linksOf } from './graph-links'
import { viewGraph } from './graph-view'

const node = (id: string, kind: GraphNode['kind'] = 'person'): GraphNode => ({ id, kind, name: id, krs: null })
const edge = (from: string, to: string, overrides: Partial<GraphEdge> = {}): GraphEdge => ({
  from,
  to,
  role: 'shareholder',
  share: null,
  since: null,
  until: null,
  ...overrides,
})
const graphOf = (edges: readonly GraphEdge[], root = 'root'): CompanyGraph => {
  const ids = new Set([root, ...edges.flatMap(({ from, to }) => [from, to])])
  return { root, nodes: new Map([...ids].map((id) => [id, node(id)])), edges, isCut: false }
}
const viewOf = (graph: CompanyGraph, open: readonly string[] = []) =>
  viewGraph(graph, { links: linksOf(graph), open: new Set(open) })
const holders = (count: number, to = 'root', overrides: Partial<GraphEdge> = {}) =>
  Array.from({ length: count }, (_, index) => edge(`${to} holder ${index}`, to, { share: index, ...overrides }))

describe('roles between two nodes', () => {
  it('share one line in each direction, current and most important first', () => {
    const links = linksOf(
      graphOf([
        edge('a', 'root', { role: 'proxy' }),
        edge('a', 'root', { role: 'shareholder', until: '2024-01-01' }),
        edge('a', 'root', { role: 'shareholder', share: 30 }),
        edge('root', 'a', { role: 'board' }),
      ]),
    )
    expect(links.map(({ from, to, roles }) => [from, to, roles.map(({ role, until }) => [role, until])])).toEqual([
      [
        'a',
        'root',
        [
          ['shareholder', null],
          ['proxy', null],
          ['shareholder', '2024-01-01'],
        ],
      ],
      ['root', 'a', [['board', null]]],
    ])
    expect(links.map(({ isFormer }) => isFormer)).toEqual([false, false])
  })

  it('form a former line when all have ended', () => {
    const [link] = linksOf(
      graphOf([edge('a', 'root', { until: '2020-01-01' }), edge('a', 'root', { role: 'board', until: '2021-01-01' })]),
    )
    expect(link?.isFormer).toBe(true)
  })

  it('are sorted with unknown codes after known ones', () => {
    const role = (name: string) => ({ role: name, share: null, since: null, until: null })
    expect(compareRoles(role('trustee'), role('beneficial_owner'))).toBeGreaterThan(0)
  })
})

describe('graph view', () => {
  it('shows few nodes separately: the root company first, then its holders, then the companies that it holds', () => {
    const view = viewOf(
      graphOf([edge('root', 'child'), edge('boss', 'root', { role: 'board' }), edge('owner', 'root', { share: 90 })]),
    )
    expect(view.nodes.map(({ id }) => id)).toEqual(['root', 'owner', 'boss', 'child'])
    expect([view.groups, view.lines.length]).toEqual([[], 3])
  })

  it('groups five or more holders of one role under one line, largest shares first', () => {
    expect(viewOf(graphOf(holders(4))).groups).toEqual([])
    const { groups, nodes, lines } = viewOf(graphOf(holders(5)))
    expect(groups.map(({ members }) => members.map(({ link }) => link.roles[0]?.share))).toEqual([[4, 3, 2, 1, 0]])
    expect(nodes.map(({ id }) => id)).toEqual(['root'])
    expect(lines.map(({ to, links }) => [to, links.length])).toEqual([['root', 5]])
  })

  it('shows a group of twelve in full, and eleven of a larger group until it is opened', () => {
    const [fullGroup] = viewOf(graphOf(holders(12))).groups
    expect([fullGroup?.shown, fullGroup?.canOpen]).toEqual([12, false])
    const crowd = graphOf(holders(600))
    const [some] = viewOf(crowd).groups
    expect([some?.shown, some?.canOpen, some?.members.length]).toEqual([11, true, 600])
    const [all] = viewOf(crowd, [some?.id ?? '']).groups
    expect([all?.shown, all?.canOpen]).toEqual([600, true])
  })

  it('groups former holders, other roles and the other direction separately', () => {
    const { groups } = viewOf(
      graphOf([
        ...holders(5),
        ...Array.from({ length: 5 }, (_, index) => edge(`former ${index}`, 'root', { until: '2020-01-01' })),
        ...Array.from({ length: 5 }, (_, index) => edge(`board ${index}`, 'root', { role: 'board' })),
        ...Array.from({ length: 5 }, (_, index) => edge('root', `held ${index}`)),
      ]),
    )
    expect(groups.map(({ side, role, isFormer }) => [side, role, isFormer])).toEqual([
      ['holders', 'shareholder', false],
      ['holders', 'shareholder', true],
      ['holders', 'board', false],
      ['held', 'shareholder', false],
    ])
  })

  it('never hides a node that has another line', () => {
    const view = viewOf(graphOf([...holders(20), edge('root holder 3', 'root holder 4')]))
    expect(view.nodes.map(({ id }) => id)).toEqual(['root', 'root holder 4', 'root holder 3'])
    expect(view.groups[0]?.members).toHaveLength(18)
  })

  it('adds about twenty nodes of an expanded company, however many it has', () => {
    const edges = [
      edge('other', 'root'),
      ...holders(100, 'other'),
      ...Array.from({ length: 40 }, (_, index) => edge(`seat ${index}`, 'other', { role: 'board' })),
    ]
    const { groups } = viewOf(graphOf(edges))
    expect(groups.map(({ shown }) => shown)).toEqual([10, 10])
    expect(groups.every(({ canOpen }) => canOpen)).toBe(true)
  })

  it('draws a loop, a cycle and an unconnected node', () => {
    const graph = graphOf([edge('root', 'root'), edge('root', 'a'), edge('a', 'root')])
    const view = viewOf({ ...graph, nodes: new Map([...graph.nodes, ['apart', node('apart')]]) })
    expect(view.nodes.map(({ id }) => id)).toEqual(['root', 'a', 'apart'])
    expect(view.lines).toHaveLength(3)
  })
})
