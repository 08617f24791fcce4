import { describe, expect, it } from 'vitest'

import { type CompanyGraph, mergeGraphs, readGraph } from './company-graph'

const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const company = (index: number, krs: string | null = `000000000${index}`) => ({
  id: id(index),
  kind: 'company',
  name: `SPÓŁKA ${index}`,
  krs,
})
const edge = (from: number, to: number, overrides: object = {}) => ({
  from: id(from),
  to: id(to),
  role: 'shareholder',
  share_percent: null,
  since: null,
  until: null,
  ...overrides,
})
const answer = (root: number, nodes: object[], edges: object[]) => ({
  root: id(root),
  nodes,
  edges,
})
const read = (...parts: Parameters<typeof answer>): CompanyGraph => {
  const graph = readGraph(answer(...parts))
  if (graph === undefined) throw new Error('unreadable')
  return graph
}
const linesOf = ({ edges }: CompanyGraph) => edges.map(({ from, to, role, until }) => [from, to, role, until])

describe('a stored graph answer', () => {
  it('is read even if a remote service left out fields', () => {
    const graph = readGraph({
      root: id(1),
      nodes: [{ id: id(1) }, { id: id(2), kind: 'trust', name: 'Fundusz' }, { id: id(3), kind: 'person', name: '  ' }],
      edges: [{ from: id(2), to: id(1) }],
    })
    // A node of unknown kind must not become a person.
    expect([...(graph?.nodes.values() ?? [])].map(({ kind, name, krs }) => [kind, name, krs])).toEqual([
      ['unknown', '', null],
      ['unknown', 'Fundusz', null],
      ['unknown', '', null],
    ])
    expect(graph?.edges).toEqual([{ from: id(2), to: id(1), role: '', share: null, since: null, until: null }])
    expect(graph?.isCut).toBe(false)
  })

  it('has every edge once and no edge to an unknown node', () => {
    const graph = read(
      1,
      [company(1), company(2)],
      [edge(2, 1), edge(2, 1), edge(2, 1, { since: '2019-01-01' }), edge(2, 9), edge(9, 1)],
    )
    expect(graph.edges).toHaveLength(2)
  })

  it.each([
    undefined,
    null,
    7,
    'x',
    {},
    { root: id(1) },
    { root: id(1), nodes: [] },
    { nodes: [company(1)], edges: [] },
  ])('is undefined when unreadable: %j', (input) => {
    expect(readGraph(input)).toBeUndefined()
  })
})

describe('merged graph answers', () => {
  const first = read(1, [company(1), company(2, null)], [edge(2, 1), edge(1, 2, { role: 'board' })])

  it('keep the root of the first answer and the most complete data of each company', () => {
    const second = read(
      2,
      [company(2), company(1), company(3)],
      [edge(2, 1), edge(1, 2, { role: 'board' }), edge(3, 2)],
    )
    const merged = mergeGraphs([
      { askedAt: '2026-11-01T10:00:00Z', graph: first },
      { askedAt: '2026-11-02T10:00:00Z', graph: second },
    ])
    expect(merged.root).toBe(id(1))
    expect([...merged.nodes.keys()]).toEqual([id(1), id(2), id(3)])
    expect(merged.nodes.get(id(2))?.krs).toBe('0000000002')
    expect(merged.edges).toHaveLength(3)
  })

  it('prefer the newest answer and drop edges that it no longer contains', () => {
    const newer = read(2, [company(2), company(1)], [edge(2, 1, { until: '2026-10-01' })])
    const merged = mergeGraphs([
      { askedAt: '2026-01-01T10:00:00Z', graph: first },
      { askedAt: '2026-11-02T10:00:00Z', graph: newer },
    ])
    expect(linesOf(merged)).toEqual([[id(2), id(1), 'shareholder', '2026-10-01']])
  })

  it('keep edges that a truncated answer may have left out', () => {
    const cut = { ...read(2, [company(2)], []), isCut: true }
    const merged = mergeGraphs([
      { askedAt: '2026-01-01T10:00:00Z', graph: first },
      { askedAt: '2026-11-02T10:00:00Z', graph: cut },
    ])
    expect(merged.edges).toHaveLength(2)
    expect(merged.isCut).toBe(true)
  })

  it('contain a cycle and a loop once', () => {
    const nodes = [company(1), company(2), company(3)]
    const edges = [edge(1, 2), edge(2, 3), edge(3, 1), edge(1, 1)]
    const merged = mergeGraphs([
      { askedAt: '2026-01-01T10:00:00Z', graph: read(1, nodes, edges) },
      { askedAt: '2026-01-01T11:00:00Z', graph: read(2, nodes, edges.slice(0, 2)) },
    ])
    expect(merged.edges).toHaveLength(4)
  })
})
