import { expect, it } from 'vitest'

import type { BzpAlert } from '@/lib/features/bzp/contract/alerts'

import { emptyFilter, toPreviewBody } from '../filter/alert-filter'
import { nextOrder, shownAlerts, silentDays } from './alert-order'

const alert = (part: Partial<BzpAlert>): BzpAlert => ({
  id: part.name ?? '',
  name: '',
  filter: toPreviewBody(emptyFilter),
  is_team: false,
  timing: 'none',
  digest_hour: 7,
  weekday: 1,
  working_days_only: false,
  quiet: null,
  enabled: true,
  language: 'pl',
  targets: [],
  target_count: 0,
  muted_until: null,
  created_by: null,
  is_own: true,
  may_change: true,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  match_count: 0,
  new_count: 0,
  last_match_at: null,
  waiting: 0,
  next_at: null,
  last_sent_at: null,
  used_units: null,
  trouble: null,
  ...part,
})
const alerts = [
  alert({ name: 'Łódź', match_count: 5, timing: 'daily' }),
  alert({ name: 'lampy', match_count: 9, new_count: 1, timing: 'at_once' }),
  alert({ name: 'Most', match_count: 100, filter: { ...toPreviewBody(emptyFilter), keywords: ['wiadukt'] } }),
]
const names = (q: string, order: Parameters<typeof shownAlerts>[2]) =>
  shownAlerts(alerts, q, order).map((each) => each.name)

it('sorts without diacritics, and new matches before many matches', () => {
  expect(names('', { by: 'name', isDescending: false })).toEqual(['lampy', 'Łódź', 'Most'])
  expect(names('', { by: 'found', isDescending: true })).toEqual(['lampy', 'Most', 'Łódź'])
  expect(names('', { by: 'delivery', isDescending: false })).toEqual(['lampy', 'Łódź', 'Most'])
})

it('finds alerts by name and by filter values', () => {
  expect(names('LODZ', { by: 'name', isDescending: false })).toEqual(['Łódź'])
  expect(names(' wiadukt', { by: 'name', isDescending: false })).toEqual(['Most'])
})

it('reverses the order of a sorted column and starts a number column with the largest', () => {
  expect(nextOrder({ by: 'name', isDescending: false }, 'name')).toEqual({ by: 'name', isDescending: true })
  expect(nextOrder({ by: 'name', isDescending: false }, 'found')).toEqual({ by: 'found', isDescending: true })
})

it('returns the silent days of an alert without recent matches', () => {
  const now = Date.parse('2026-03-15T00:00:00Z')
  expect(silentDays(alert({}), now)).toBe(73)
  expect(silentDays(alert({ last_match_at: '2026-03-01T00:00:00Z' }), now)).toBeUndefined()
})
