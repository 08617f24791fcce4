import { expect, it } from 'vitest'

import type { BzpMatch } from '@/lib/features/bzp/contract/alerts'

import {
  isAllNewShown,
  openMatches,
  withChangedMatches,
  withNews,
  withOlder,
  withoutMatches,
  withRestored,
  withWaitingMatches,
} from './match-list'
import { matchAddress } from './match-search'

const match = (number: number, part: Partial<BzpMatch> = {}): BzpMatch => ({
  alert_id: 'a',
  tender_id: `t${number}`,
  number,
  found_at: '2026-11-01T00:00:00Z',
  notice: { id: `n${number}` },
  earlier: [],
  is_new: false,
  is_read: false,
  is_starred: false,
  dismissed: null,
  assignee: null,
  note: null,
  also_in: [],
  ...part,
})
const answer = (items: BzpMatch[], part = {}) => ({
  items,
  total: items.length,
  next_cursor: null,
  up_to: Math.max(0, ...items.map(({ number }) => number)),
  ...part,
})
const numbers = (list: { shown: readonly BzpMatch[] }) => list.shown.map(({ number }) => number)

it('holds back new matches, updates displayed ones in place and marks removed ones', () => {
  const first = openMatches(answer([match(3, { is_new: true }), match(2), match(1)]))
  const next = withNews(first, answer([match(4), match(3, { is_starred: true }), match(1)]))
  expect(numbers(next)).toEqual([3, 2, 1])
  expect(next.shown[0]).toMatchObject({ is_starred: true, is_new: true })
  expect(next.waiting.map(({ number }) => number)).toEqual([4])
  expect([...next.removedKeys]).toEqual(['a t2'])
  expect([...withNews(first, answer([match(3), match(2)])).removedKeys]).toEqual(['a t1'])
  expect(next.upTo).toBe(3)
  const shown = withWaitingMatches(next)
  expect(numbers(shown)).toEqual([4, 3, 1])
  expect(shown).toMatchObject({ upTo: 4, waiting: [] })
})

it('moves a changed procedure up only after the reader shows the waiting matches', () => {
  const first = openMatches(answer([match(2), match(1)]))
  const changed = match(3, { tender_id: 't1' })
  const next = withNews(first, answer([changed, match(2)]))
  expect(numbers(next)).toEqual([2, 1])
  expect(numbers(withWaitingMatches(next))).toEqual([3, 2])
})

it('offers older matches that are new to this list and shows them in their place', () => {
  const list = openMatches({ ...answer([match(7), match(2)]), up_to: 9 })
  const next = withNews(list, { ...answer([match(7), match(5), match(2)]), up_to: 9 })
  expect([numbers(next), next.waiting.map(({ number }) => number)]).toEqual([[7, 2], [5]])
  expect(numbers(withWaitingMatches(next))).toEqual([7, 5, 2])
  const empty = withNews(openMatches({ ...answer([]), up_to: 9 }), { ...answer([match(5)]), up_to: 9 })
  expect(empty.waiting.map(({ number }) => number)).toEqual([5])
  // There may be any number of rows below the last loaded one.
  const cut = withNews(openMatches(answer([match(7)], { next_cursor: '7' })), answer([match(7), match(2)]))
  expect(cut.waiting).toEqual([])
})

it('counts local changes, so that a late answer can be detected', () => {
  const list = openMatches(answer([match(2), match(1)]))
  expect(withNews(list, answer([match(2)])).changes).toBe(0)
  expect(withRestored(withoutMatches(withChangedMatches(list, []), new Set()), []).changes).toBe(3)
})

it('does not mark rows below the requested ones as removed', () => {
  const first = withOlder(openMatches(answer([match(3)], { next_cursor: '3' })), answer([match(2), match(3)]))
  expect(numbers(first)).toEqual([3, 2])
  expect(withNews(first, answer([match(3)], { next_cursor: '3' })).removedKeys.size).toBe(0)
})

it('removes rows and restores them', () => {
  const list = openMatches(answer([match(3), match(2), match(1)]))
  const less = withoutMatches(list, new Set(['a t2']))
  expect([numbers(less), less.total]).toEqual([[3, 1], 2])
  const restored = withRestored(less, [match(2)])
  expect([numbers(restored), restored.total]).toEqual([[3, 2, 1], 3])
  expect(withChangedMatches(restored, [match(1, { note: 'x' })]).shown[2]?.note).toBe('x')
})

it('reads back the search that it wrote to the address', () => {
  const id = '0b9b3c6e-0000-4000-8000-000000000000'
  const search = { state: 'mine', alert: id, tender: 'ocds-1', q: 'most' } as const
  expect(matchAddress.read(new URLSearchParams(matchAddress.write(search)))).toEqual(search)
  expect(matchAddress.read(new URLSearchParams('state=odd&alert=x&q=%20'))).toEqual({
    state: 'open',
    alert: undefined,
    tender: undefined,
    q: '',
  })
})

it('counts all new rows of an alert as shown if a row seen before follows, but not if that row was only opened', () => {
  const newMatch = match(9, { is_new: true })
  const shown = (...items: BzpMatch[]) => openMatches(answer(items, { next_cursor: '1' }))
  expect(isAllNewShown(shown(newMatch, match(8)), 'a')).toBe(true)
  expect(isAllNewShown(shown(newMatch, match(8, { is_read: true })), 'a')).toBe(false)
  expect(isAllNewShown(shown(newMatch, match(8, { alert_id: 'b' })), 'a')).toBe(false)
  expect(isAllNewShown(openMatches(answer([newMatch, match(8, { is_read: true })])), 'a')).toBe(true)
})
