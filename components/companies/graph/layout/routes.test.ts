import { expect, it } from 'vitest'

import type { LayoutLine, Point } from './layout-types'
import { routeLines } from './routes'

const routesOf = (centres: Readonly<Record<string, Point>>, pairs: readonly (readonly [string, string])[]) => {
  const boxes = Object.keys(centres).map((id) => ({ id, width: 100, height: 40 }))
  const lines: LayoutLine[] = pairs.map(([from, to]) => ({ id: `${from}>${to}`, from, to }))
  return routeLines({ boxes, lines, plan: { centres, bends: {}, labels: {} } })
}
const tipOf = (arrow = '') => arrow.split(' ')[0]

it('routes a line from edge to edge, with its arrow at the held company', () => {
  const routes = routesOf({ a: { x: 0, y: 0 }, b: { x: 0, y: 200 } }, [
    ['a', 'b'],
    ['b', 'a'],
  ])
  // Two lines between the same boxes run next to each other.
  expect(routes.get('a>b')?.path.startsWith('M-11 20C')).toBe(true)
  expect(tipOf(routes.get('a>b')?.arrow)).toBe('-11,180')
  expect(tipOf(routes.get('b>a')?.arrow)).toBe('11,20')
})

it('routes a line sideways between boxes of one row, and a loop around its own box', () => {
  const routes = routesOf({ a: { x: 0, y: 0 }, b: { x: 300, y: 10 } }, [
    ['a', 'b'],
    ['a', 'a'],
  ])
  expect(tipOf(routes.get('a>b')?.arrow)).toBe('250,10')
  expect(tipOf(routes.get('a>a')?.arrow)).toBe('34,20')
})

it('leaves out a line when one of its boxes has no position', () => {
  expect(routesOf({ a: { x: 0, y: 0 } }, [['a', 'missing']]).size).toBe(0)
})
