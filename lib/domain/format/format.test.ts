import { describe, expect, it } from 'vitest'

import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDayMonth,
  formatGrosz,
  formatHundredths,
  formatInteger,
  formatMonth,
  formatNetGrosz,
  formatNetZloty,
  formatPercent,
  formatTime,
  formatZloty,
} from './format'
import { formatRelative, formatRoughTimeLeft, formatTimeLeft } from './format-span'

const n = (text: string) => text.replaceAll('_', '\u00A0')

describe('numbers', () => {
  it.each([
    [0, '0', '0'],
    [-0, '0', '0'],
    [999, '999', '999'],
    [1000, n('1_000'), '1,000'],
    [-1234567, n('-1_234_567'), '-1,234,567'],
    [-0.4, '0', '0'],
    [Number.MAX_SAFE_INTEGER, n('9_007_199_254_740_991'), '9,007,199,254,740,991'],
    [1e21, n('1_000_000_000_000_000_000_000'), '1,000,000,000,000,000,000,000'],
  ])('%s', (value, pl, en) => {
    expect(formatInteger(value, 'pl')).toBe(pl)
    expect(formatInteger(value, 'en')).toBe(en)
  })

  it.each([
    [123456, n('1_234,56_zł'), n('PLN_1,234.56')],
    [0, n('0,00_zł'), n('PLN_0.00')],
    [5, n('0,05_zł'), n('PLN_0.05')],
    [-5, n('-0,05_zł'), n('-PLN_0.05')],
    [100_000_000_099, n('1_000_000_000,99_zł'), n('PLN_1,000,000,000.99')],
  ])('%s grosz', (value, pl, en) => {
    expect(formatGrosz(value, 'pl')).toBe(pl)
    expect(formatGrosz(value, 'en')).toBe(en)
  })

  it.each([
    [7.25, '7,25', '7.25'],
    [6.2, '6,2', '6.2'],
    [8, '8', '8'],
    [1234.005, n('1_234,01'), '1,234.01'],
    [22 / 3, '7,33', '7.33'],
    [0.004, '0', '0'],
  ])('%s in hundredths', (value, pl, en) => {
    expect(formatHundredths(value, 'pl')).toBe(pl)
    expect(formatHundredths(value, 'en')).toBe(en)
  })

  it('writes whole złoty without decimals', () => {
    expect(formatZloty(1000, 'pl')).toBe(n('1_000_zł'))
    expect(formatZloty(500, 'en')).toBe(n('PLN_500'))
  })

  it('marks amounts to be paid as net of VAT', () => {
    expect(formatNetGrosz(17_450, 'pl')).toBe(n('174,50_zł_netto'))
    expect(formatNetGrosz(17_450, 'en')).toBe(n('PLN_174.50_net'))
    expect(formatNetZloty(1000, 'pl')).toBe(n('1_000_zł_netto'))
    expect(formatNetZloty(500, 'en')).toBe(n('PLN_500_net'))
  })

  it.each([
    [0, '0%'],
    [0.004, '<1%'],
    [0.37, '37%'],
    [0.995, '99%'],
    [1, '100%'],
    [12.5, n('1_250%')],
  ])('ratio %s', (ratio, text) => {
    expect(formatPercent(ratio, 'pl')).toBe(text)
  })

  it.each([
    [0, n('0_B'), n('0_B')],
    [999, n('999_B'), n('999_B')],
    [412_000, n('412_kB'), n('412_kB')],
    [1_100_000, n('1,1_MB'), n('1.1_MB')],
    [2_000_000, n('2_MB'), n('2_MB')],
    [999_600, n('1_MB'), n('1_MB')],
    [9_960_000, n('10_MB'), n('10_MB')],
    [5e15, n('5_000_TB'), n('5,000_TB')],
  ])('%s bytes', (bytes, pl, en) => {
    expect(formatBytes(bytes, 'pl')).toBe(pl)
    expect(formatBytes(bytes, 'en')).toBe(en)
  })
})

describe('dates', () => {
  it('writes the Warsaw calendar day of an instant', () => {
    expect(formatDayMonth('2026-11-19T23:30:00Z', 'pl')).toBe(n('20_lis'))
    expect(formatDate('2026-11-19T23:30:00Z', 'en')).toBe(n('20_Nov_2026'))
    expect(formatMonth('2026-10-31T23:30:00Z', 'pl')).toBe(n('listopad_2026'))
  })

  it('leaves a bare calendar day unchanged', () => {
    expect(formatDate('2026-01-01', 'pl')).toBe(n('1_sty_2026'))
  })

  it('follows both clock changes of the year', () => {
    expect(formatTime('2026-03-29T00:59:00Z')).toBe('01:59')
    expect(formatTime('2026-03-29T01:00:00Z')).toBe('03:00')
    expect(formatTime('2026-10-25T00:30:00Z')).toBe('02:30')
    expect(formatTime('2026-10-25T01:30:00Z')).toBe('02:30')
    expect(formatDateTime('2026-11-20T23:00:00Z', 'pl')).toBe(n('21_lis_2026, 00:00'))
  })
})

describe('spans', () => {
  const minute = 60_000
  const hour = 60 * minute

  it.each([
    [-1, 'mniej niż minuta', 'less than a minute'],
    [59_999, 'mniej niż minuta', 'less than a minute'],
    [9 * hour + 41 * minute, n('9_godz. 41_min'), n('9_h 41_min')],
    [24 * hour, n('1_dzień'), n('1_day')],
    [74 * hour, n('3_dni 2_godz.'), n('3_days 2_h')],
    [24 * hour + 5 * minute, n('1_dzień'), n('1_day')],
  ])('%s ms left', (ms, pl, en) => {
    expect(formatTimeLeft(ms, 'pl')).toBe(pl)
    expect(formatTimeLeft(ms, 'en')).toBe(en)
  })

  it('uses the largest unit, and hours up to two days', () => {
    expect(formatRoughTimeLeft(5 * hour + 59 * minute, 'pl')).toBe(n('5_godz.'))
    expect(formatRoughTimeLeft(29 * hour, 'pl')).toBe(n('29_godz.'))
    expect(formatRoughTimeLeft(49 * hour, 'pl')).toBe(n('2_dni'))
  })

  const now = '2026-11-21T12:00:00Z'
  it.each([
    ['2026-11-21T11:59:30Z', 'przed chwilą', 'just now'],
    ['2026-11-21T12:00:30Z', 'przed chwilą', 'just now'],
    ['2026-11-21T11:56:00Z', n('4_min temu'), n('4_min ago')],
    ['2026-11-21T11:00:00Z', n('1_godz. temu'), n('1_h ago')],
    ['2026-11-20T12:00:00Z', 'wczoraj', 'yesterday'],
    ['2026-11-19T22:59:00Z', n('19_lis'), n('19_Nov')],
    ['2025-11-19T22:59:00Z', n('19_lis_2025'), n('19_Nov_2025')],
    ['2026-11-21T17:30:00Z', n('za_5_godz.'), n('in_5_h')],
  ])('%s', (instant, pl, en) => {
    expect(formatRelative(instant, now, 'pl')).toBe(pl)
    expect(formatRelative(instant, now, 'en')).toBe(en)
  })
})
