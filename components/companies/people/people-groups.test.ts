import { expect, it } from 'vitest'

import { type GraphAnswer, readPeople, sumShares } from './people-groups'

const TODAY = '2026-11-24'
const edge = (overrides: object) => ({
  from: 'a',
  to: 'root',
  role: 'board',
  share_percent: null,
  since: null,
  until: null,
  ...overrides,
})
/** Safe: the shape that a lenient parser accepts from a remote service. */
const graph = (overrides: object) =>
  ({
    root: 'root',
    nodes: [
      { id: 'root', kind: 'company', name: 'ROOT', krs: '0000000001' },
      { id: 'a', kind: 'person', name: 'Anna', krs: null },
      { id: 'b', kind: 'company', name: 'BETA', krs: '0000000002' },
    ],
    edges: [],
    is_cut: false,
    ...overrides,
  }) as unknown as GraphAnswer

it('separates current from former roles, and holders from the companies that this company holds', () => {
  const people = readPeople(
    graph({
      edges: [
        edge({ role: 'shareholder', share_percent: 25 }),
        edge({ from: 'b', role: 'shareholder', share_percent: 75, since: '2020-01-02' }),
        edge({ until: '2021-03-04' }),
        edge({ until: TODAY }),
        edge({ from: 'b', role: 'curator' }),
        edge({ from: 'root', to: 'b', role: 'shareholder', share_percent: 10 }),
      ],
    }),
    TODAY,
  )
  expect(people.current.map(({ role, items }) => [role, items.map(({ name }) => name)])).toEqual([
    ['board', ['Anna']],
    ['shareholder', ['BETA', 'Anna']],
    ['curator', ['BETA']],
  ])
  expect(people.former.map(({ name, until }) => [name, until])).toEqual([['Anna', '2021-03-04']])
  expect(people.elsewhere).toMatchObject([{ name: 'BETA', krs: '0000000002', isPerson: false, share: 10 }])
})

it('reads an answer with missing fields', () => {
  const people = readPeople(graph({ nodes: [], edges: [{ from: 'x', to: 'root' }], is_cut: undefined }), TODAY)
  expect(people.current).toEqual([
    { role: '', items: [expect.objectContaining({ id: 'x', name: '', share: undefined, since: undefined })] },
  ])
  expect(people.isCut).toBe(false)
})

const shareholder = (share: number | undefined) => ({
  id: 'a',
  name: 'A',
  krs: undefined,
  isPerson: true,
  role: 'shareholder',
  share,
  since: undefined,
  until: undefined,
})

it.each([
  [[75, 24.9], { known: 99.9, rest: 0.1, withoutShare: 0 }],
  [[33.3, 33.3, 33.3], { known: 99.9, rest: 0.1, withoutShare: 0 }],
  [[60, undefined], { known: 60, rest: 40, withoutShare: 1 }],
  [[60, 60], { known: 120, rest: undefined, withoutShare: 0 }],
  [[100], { known: 100, rest: 0, withoutShare: 0 }],
])('adds up %j', (shares, sum) => {
  expect(sumShares(shares.map(shareholder))).toEqual(sum)
})

it('returns no sum when no share is known', () => {
  expect(sumShares([shareholder(undefined)])).toBeUndefined()
  expect(sumShares([])).toBeUndefined()
})
