import { describe, expect, it } from 'vitest'

import { layoutByDagre } from './dagre-layout'
import { growLayout } from './grow-layout'
import type { LayoutBox, LayoutPlan, LayoutRequest } from './layout-types'
import { isStrip, layoutWithoutDagre } from './plan-layout'
import { layoutInRows } from './row-layout'

const requestOf = (
  count: number,
  pairs: readonly (readonly [number, number])[],
  fixed: LayoutRequest['fixed'] = {},
): LayoutRequest => ({
  root: '0',
  boxes: Array.from({ length: count }, (_, index) => ({ id: String(index), width: 160, height: 48 })),
  lines: pairs.map(([from, to], index) => ({ id: `line ${index}`, from: String(from), to: String(to) })),
  fixed,
})
const tree = (count: number, branches: number) =>
  Array.from({ length: count - 1 }, (_, index) => [Math.floor(index / branches), index + 1] as const)

function overlapsIn(boxes: readonly LayoutBox[], { centres }: LayoutPlan): string[] {
  return boxes.flatMap((a, at) =>
    boxes.slice(at + 1).flatMap((b) => {
      const [p, q] = [centres[a.id], centres[b.id]]
      if (p === undefined || q === undefined) return [`${a.id} or ${b.id} has no position`]
      const isApart = Math.abs(p.x - q.x) >= (a.width + b.width) / 2 || Math.abs(p.y - q.y) >= (a.height + b.height) / 2
      return isApart ? [] : [`${a.id} and ${b.id}`]
    }),
  )
}

const graphs: readonly [string, LayoutRequest][] = [
  ['one box', requestOf(1, [])],
  ['boxes without lines', requestOf(6, [])],
  ['a hub', requestOf(24, tree(24, 23))],
  ['a chain', requestOf(30, tree(30, 1))],
  ['a tree', requestOf(60, tree(60, 3))],
  [
    'a cycle, a loop and lines that repeat',
    requestOf(4, [
      [0, 1],
      [1, 2],
      [2, 0],
      [0, 0],
      [0, 1],
      [1, 0],
      [2, 3],
    ]),
  ],
]

describe.each([
  ['dagre', layoutByDagre],
  ['rows', layoutInRows],
])('layout by %s', (_, layout) => {
  it.each(graphs)('places %s without overlaps', (_name, request) => {
    expect(overlapsIn(request.boxes, layout(request))).toEqual([])
  })

  it('puts a holder above the company that it holds', () => {
    const { centres } = layout(
      requestOf(3, [
        [1, 0],
        [0, 2],
      ]),
    )
    expect((centres['1']?.y ?? 0) < (centres['0']?.y ?? 0)).toBe(true)
    expect((centres['0']?.y ?? 0) < (centres['2']?.y ?? 0)).toBe(true)
  })
})

const extentOf = ({ centres }: LayoutPlan) => {
  const [xs, ys] = [Object.values(centres).map(({ x }) => x), Object.values(centres).map(({ y }) => y)]
  return { width: Math.max(...xs) - Math.min(...xs), height: Math.max(...ys) - Math.min(...ys) }
}

describe('layouts for a screen', () => {
  it('do not spread a hub into a strip and place its line labels', () => {
    const request = requestOf(11, tree(11, 10))
    expect(extentOf(layoutByDagre(request)).width).toBeLessThan(1100)
    const labelled = { ...request, lines: request.lines.map((line) => ({ ...line, label: { width: 90, height: 19 } })) }
    expect(Object.keys(layoutByDagre(labelled).labels)).toHaveLength(10)
  })

  it('fold chains and wide rows', () => {
    for (const request of [requestOf(500, tree(500, 1)), requestOf(500, tree(500, 499))]) {
      const { width, height } = extentOf(layoutInRows(request))
      expect(Math.max(width / height, height / width)).toBeLessThan(4)
    }
    const chain = requestOf(60, tree(60, 1))
    expect([isStrip(chain, layoutByDagre(chain)), isStrip(chain, layoutInRows(chain))]).toEqual([true, false])
  })

  it('leave only small and sparse graphs to dagre', () => {
    expect(layoutWithoutDagre(requestOf(100, tree(100, 3)))).toBeUndefined()
    expect(layoutWithoutDagre(requestOf(500, tree(500, 3)))).toBeDefined()
    const dense = Array.from({ length: 300 }, (_, index) => [index % 30, (index * 7) % 30] as const)
    expect(layoutWithoutDagre(requestOf(30, dense))).toBeDefined()
  })
})

describe('a grown layout', () => {
  it('keeps placed boxes where they are and puts new ones into free space on the side of their line', () => {
    const before = requestOf(20, tree(20, 4))
    const { centres: fixed } = layoutByDagre(before)
    const pairs = [
      ...tree(20, 4),
      ...Array.from({ length: 30 }, (_, index) => [20 + index, 5] as const),
      [5, 50] as const,
    ]
    const request = requestOf(52, pairs, fixed)
    const plan = growLayout(request)
    for (const [id, centre] of Object.entries(fixed)) expect(plan.centres[id]).toEqual(centre)
    expect(overlapsIn(request.boxes, plan)).toEqual([])
    expect((plan.centres['25']?.y ?? 0) < (plan.centres['5']?.y ?? 0)).toBe(true)
    expect((plan.centres['50']?.y ?? 0) > (plan.centres['5']?.y ?? 0)).toBe(true)
  })
})
