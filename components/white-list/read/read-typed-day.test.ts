import { describe, expect, it } from 'vitest'

import { readText } from '@/lib/client/read-table/read-source'

import { guessCheckColumns } from './check-columns'
import { countOrders, withDays } from './day-column'
import { readListDay, readTypedDay } from './read-typed-day'

describe('reading a day', () => {
  it.each([
    '2026-11-24',
    '2026.11.24',
    '2026/11/24',
    '24.11.2026',
    '24-11-2026',
    '24/11/2026',
    '24.11.26',
    '24. 11. 2026',
    '24 11 2026',
    '24 listopada 2026',
    '24 listopada 2026 r.',
    '24 listopada 2026 roku',
    '24 lis 2026',
    '24-lis-26',
    '24.XI.2026',
    '24 XI 2026 r.',
    'Nov 24, 2026',
    '24-Nov-2026',
    '24.11.2026r.',
    '24.11.2026 r.',
    '2026-11-24 14:30',
    '2026-11-24T14:30:00',
    '2026-11-24T14:30:00.123',
    '2026-11-24T22:30:00Z',
    '2026-11-23T23:30:00Z',
    '2026-11-24T00:30:00+01:00',
    '24.11.2026 14:30:05',
    '24.11.2026, godz. 14:30',
    '24/11/2026 2:30 PM',
    '20261124',
    'wt. 24.11.2026',
    'wtorek, 24 listopada 2026',
    '24.11.2026 (wtorek)',
    'dnia 24.11.2026',
    '46350',
    '46350.604',
    '46350,604166667',
    '\u200E24.11.2026\u200F',
    '24\u201311\u20132026',
    "'24.11.2026",
  ])('reads %s as 24 November 2026', (text) => {
    expect(readListDay(text)).toEqual({ ok: true, day: '2026-11-24' })
  })

  it.each([
    ['31.11.2026', 'impossible'],
    ['2026-02-30', 'impossible'],
    ['00.11.2026', 'impossible'],
    ['24.13.2026', 'impossible'],
    ['20261324', 'impossible'],
    ['32/13/2026', 'impossible'],
    ['11/24/2026', 'us_order'],
    ['11-24-2026', 'us_order'],
    ['dziś', 'malformed'],
    ['24.11', 'malformed'],
    ['listopad 2026', 'malformed'],
    ['5261040828', 'malformed'],
    ['123456', 'malformed'],
    ['99999', 'malformed'],
    ['14:30', 'malformed'],
  ])('rejects %s: %s', (text, fault) => {
    expect(readListDay(text)).toEqual({ ok: false, fault })
    expect(readTypedDay(text)).toBeUndefined()
  })

  it('reads the month first only if the user chooses so', () => {
    expect(readListDay('11/05/2026')).toEqual({ ok: true, day: '2026-05-11' })
    expect(readListDay('11/05/2026', { order: 'mdy' })).toEqual({ ok: true, day: '2026-11-05' })
    expect(readListDay('24/11/2026', { order: 'mdy' })).toEqual({ ok: true, day: '2026-11-24' })
    expect(readListDay('05.11.2026', { order: 'mdy' })).toEqual({ ok: true, day: '2026-11-05' })
  })

  it('reads a plain number as four years later in the 1904 date system', () => {
    expect(readListDay('44888', { is1904: true })).toEqual({ ok: true, day: '2026-11-24' })
  })
})

it('counts the date orders of a column, and converts its days in the chosen one', () => {
  const result = readText(
    'NIP;Data zlecenia\n5261040828;11/24/2026\n5252248481;11/05/2026\n7740001454;24/11/2026\n5260250995;11.05.2026',
  )
  if (!result.ok) throw new Error(result.fault)
  const columns = guessCheckColumns(result.table.rows)
  expect(countOrders(result.table.rows, columns)).toEqual({ american: 1, polish: 1, either: 1 })
  const days = (order: 'dmy' | 'mdy') => withDays(result.table, columns, order).map(({ cells }) => cells[1])
  expect(days('mdy')).toEqual(['Data zlecenia', '2026-11-24', '2026-11-05', '2026-11-24', '2026-05-11'])
  expect(days('dmy')[1]).toBe('11/24/2026')
})
