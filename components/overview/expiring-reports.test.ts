import { expect, it } from 'vitest'

import { expiringReports } from './expiring-reports'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const report = (id: string, expires_at?: string, report_date = '2026-11-19') => ({ id, expires_at, report_date })
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

it('sorts by expiry and omits expired reports', () => {
  const list = [
    report('later', '2026-11-22T12:00:00.000Z'),
    report('gone', '2026-11-20T12:00:00.000Z'),
    report('soon', '2026-11-20T17:00:00.000Z'),
    report('open'),
    report('older', '2026-11-20T17:00:00.000Z', '2026-11-18'),
  ]
  const all = expiringReports(list, now, 10)
  expect(ids(all.soonest)).toEqual(['soon', 'older', 'later', 'open'])
  expect(all.available).toBe(4)
  expect(ids(expiringReports(list, now, 2).soonest)).toEqual(['soon', 'older'])
  expect(ids(list)).toEqual(['later', 'gone', 'soon', 'open', 'older'])
})

it('is empty without reports', () => {
  expect(expiringReports([], now, 3)).toEqual({ soonest: [], available: 0 })
})
