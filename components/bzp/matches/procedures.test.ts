import { expect, it } from 'vitest'

import type { BzpMatch } from '@/lib/features/bzp/contract/alerts'

import { countProcedures, withOtherAlerts, matchesOf, onePerProcedure } from './procedures'

const match = (alert: string, tender: string, overrides: Partial<BzpMatch> = {}): BzpMatch => ({
  alert_id: alert,
  tender_id: tender,
  number: 1,
  found_at: '2026-11-20T10:00:00.000Z',
  notice: { id: tender },
  earlier: [],
  is_new: false,
  is_read: false,
  is_starred: false,
  dismissed: null,
  assignee: null,
  note: null,
  also_in: [],
  ...overrides,
})
const sampleMatches = [
  match('own', 'one', { is_read: true }),
  match('team', 'one', { is_new: true, note: 'Pytać o wadium' }),
  match('own', 'two'),
]

it('merges matches of one procedure into one row, prefers the team alert and combines their states', () => {
  const rows = onePerProcedure(sampleMatches, ({ alert_id: id }) => id === 'team')
  expect(rows.map(({ alert_id, tender_id }) => [alert_id, tender_id])).toEqual([
    ['team', 'one'],
    ['own', 'two'],
  ])
  expect(rows[0]).toMatchObject({ is_new: true, is_read: false, note: 'Pytać o wadium' })
})

it('shows the newest notice of all alerts and the earlier notices', () => {
  const notice = (id: string, published_at: string) => ({ id, published_at })
  const earlier = [{ id: 'n1', notice_number: null, published_at: null, changes: [] }]
  const newer = match('own', 'one', { notice: notice('n2', '2026-11-21T10:00:00.000Z'), earlier })
  const sameNotice = match('team', 'one', { notice: newer.notice })
  const older = match('third', 'one', { notice: notice('n1', '2026-11-20T10:00:00.000Z') })
  for (const group of [
    [sameNotice, older, newer],
    [older, newer, sameNotice],
  ]) {
    const [row] = onePerProcedure(group, ({ alert_id: id }) => id === 'team')
    expect(row).toMatchObject({ alert_id: 'team', notice: { id: 'n2' }, earlier })
  }
})

it('counts a procedure once and changes its matches in all alerts', () => {
  expect(countProcedures(sampleMatches)).toBe(2)
  expect(matchesOf(sampleMatches.slice(0, 1), sampleMatches)).toEqual(sampleMatches.slice(0, 2))
})

it('also changes matches of other alerts that are not on the page, unless the alert was deleted', () => {
  const shown = [match('own', 'one', { also_in: ['team', 'gone'] }), match('own', 'two')]
  const keys = (matches: readonly BzpMatch[]) => matches.map(({ alert_id, tender_id }) => `${alert_id} ${tender_id}`)
  const reached = withOtherAlerts(shown, [{ id: 'own' }, { id: 'team' }])
  expect(keys(reached).toSorted()).toEqual(['own one', 'own two', 'team one'])
  const both = [match('own', 'one', { also_in: ['team'] }), match('team', 'one', { also_in: ['own'], note: 'a' })]
  expect(withOtherAlerts(both, [{ id: 'own' }, { id: 'team' }]).map(({ note }) => note)).toEqual(
    expect.arrayContaining([null, 'a']),
  )
  expect(withOtherAlerts(both, [{ id: 'own' }, { id: 'team' }])).toHaveLength(2)
})
