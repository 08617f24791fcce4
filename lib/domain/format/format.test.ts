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

const nbsp = (text: string) => text.replaceAll('_', '\u00A0')

describe('numbers', () => {
  it.each([
    [0, '0', '0'],
    [-0, '0', '0'],
    [999, '999', '999'],
    [1000, nbsp('1_000'), '1,000'],
    [-1234567, nbsp('-1_234_567'), '-1,234,567'],
    [-0.4, '0', '0'],
    [Number.MAX_SAFE_INTEGER, nbsp('9_007_199_254_740_991'), '9,007,199,254,740,991'],
    [1e21, nbsp('1_000_000_000_000_000_000_000'), '1,000,000,000,000,000,000,000'],
  ])('formats the number %s', (value, pl, en) => {
    expect(formatInteger(value, 'pl')).toBe(pl)
    expect(formatInteger(value, 'en')).toBe(en)
  })

  it.each([
    [123456, nbsp('1_234,56_zł'), nbsp('PLN_1,234.56')],
    [0, nbsp('0,00_zł'), nbsp('PLN_0.00')],
    [5, nbsp('0,05_zł'), nbsp('PLN_0.05')],
    [-5, nbsp('-0,05_zł'), nbsp('-PLN_0.05')],
    [100_000_000_099, nbsp('1_000_000_000,99_zł'), nbsp('PLN_1,000,000,000.99')],
  ])('formats %s grosz', (value, pl, en) => {
    expect(formatGrosz(value, 'pl')).toBe(pl)
    expect(formatGrosz(value, 'en')).toBe(en)
  })

  it.each([
    [7.25, '7,25', '7.25'],
    [6.2, '6,2', '6.2'],
    [8, '8', '8'],
    [1234.005, nbsp('1_234,01'), '1,234.01'],
    [22 / 3, '7,33', '7.33'],
    [0.004, '0', '0'],
  ])('formats %s with at most two decimals', (value, pl, en) => {
    expect(formatHundredths(value, 'pl')).toBe(pl)
    expect(formatHundredths(value, 'en')).toBe(en)
  })

  it('writes whole złoty without decimals', () => {
    expect(formatZloty(1000, 'pl')).toBe(nbsp('1_000_zł'))
    expect(formatZloty(500, 'en')).toBe(nbsp('PLN_500'))
  })

  it('marks amounts to be paid as net of VAT', () => {
    expect(formatNetGrosz(17_450, 'pl')).toBe(nbsp('174,50_zł_netto'))
    expect(formatNetGrosz(17_450, 'en')).toBe(nbsp('PLN_174.50_net'))
    expect(formatNetZloty(1000, 'pl')).toBe(nbsp('1_000_zł_netto'))
    expect(formatNetZloty(500, 'en')).toBe(nbsp('PLN_500_net'))
  })

  it.each([
    [0, '0%'],
    [0.004, '<1%'],
    [0.37, '37%'],
    [0.995, '99%'],
    [1, '100%'],
    [12.5, nbsp('1_250%')],
  ])('formats the ratio %s', (ratio, text) => {
    expect(formatPercent(ratio, 'pl')).toBe(text)
  })

  it.each([
    [0, nbsp('0_B'), nbsp('0_B')],
    [999, nbsp('999_B'), nbsp('999_B')],
    [412_000, nbsp('412_kB'), nbsp('412_kB')],
    [1_100_000, nbsp('1,1_MB'), nbsp('1.1_MB')],
    [2_000_000, nbsp('2_MB'), nbsp('2_MB')],
    [999_600, nbsp('1_MB'), nbsp('1_MB')],
    [9_960_000, nbsp('10_MB'), nbsp('10_MB')],
    [5e15, nbsp('5_000_TB'), nbsp('5,000_TB')],
  ])('formats %s bytes', (bytes, pl, en) => {
    expect(formatBytes(bytes, 'pl')).toBe(pl)
    expect(formatBytes(bytes, 'en')).toBe(en)
  })
})

describe('dates', () => {
  it('writes the Warsaw calendar day of an instant', () => {
    expect(formatDayMonth('2026-11-19T23:30:00Z', 'pl')).toBe(nbsp('20_lis'))
    expect(formatDate('2026-11-19T23:30:00Z', 'en')).toBe(nbsp('20_Nov_2026'))
    expect(formatMonth('2026-10-31T23:30:00Z', 'pl')).toBe(nbsp('listopad_2026'))
  })

  it('leaves a bare calendar day unchanged', () => {
    expect(formatDate('2026-01-01', 'pl')).toBe(nbsp('1_sty_2026'))
  })

  it('follows both clock changes of the year', () => {
    expect(formatTime('2026-03-29T00:59:00Z')).toBe('01:59')
    expect(formatTime('2026-03-29T01:00:00Z')).toBe('03:00')
    expect(formatTime('2026-10-25T00:30:00Z')).toBe('02:30')
    expect(formatTime('2026-10-25T01:30:00Z')).toBe('02:30')
    expect(formatDateTime('2026-11-20T23:00:00Z', 'pl')).toBe(nbsp('21_lis_2026, 00:00'))
  })
})

describe('spans', () => {
  const minute = 60_000
  const hour = 60 * minute

  it.each([
    [-1, 'mniej niż minuta', 'less than a minute'],
    [59_999, 'mniej niż minuta', 'less than a minute'],
    [9 * hour + 41 * minute, nbsp('9_godz. 41_min'), nbsp('9_h 41_min')],
    [24 * hour, nbsp('1_dzień'), nbsp('1_day')],
    [74 * hour, nbsp('3_dni 2_godz.'), nbsp('3_days 2_h')],
    [24 * hour + 5 * minute, nbsp('1_dzień'), nbsp('1_day')],
  ])('formats %s ms left', (ms, pl, en) => {
    expect(formatTimeLeft(ms, 'pl')).toBe(pl)
    expect(formatTimeLeft(ms, 'en')).toBe(en)
  })

  it('uses the largest unit, and hours with a day up to two days', () => {
    expect(formatRoughTimeLeft(5 * hour + 59 * minute, 'pl')).toBe(nbsp('5_godz.'))
    expect(formatRoughTimeLeft(29 * hour, 'pl')).toBe(nbsp('1_dzień 5_godz.'))
    expect(formatRoughTimeLeft(49 * hour, 'pl')).toBe(nbsp('2_dni'))
  })

  const now = '2026-11-21T12:00:00Z'
  it.each([
    ['2026-11-21T11:59:30Z', 'przed chwilą', 'just now'],
    ['2026-11-21T12:00:30Z', 'przed chwilą', 'just now'],
    ['2026-11-21T11:56:00Z', nbsp('4_min temu'), nbsp('4_min ago')],
    ['2026-11-21T11:00:00Z', nbsp('1_godz. temu'), nbsp('1_h ago')],
    ['2026-11-20T12:00:00Z', 'wczoraj', 'yesterday'],
    ['2026-11-19T22:59:00Z', nbsp('19_lis'), nbsp('19_Nov')],
    ['2025-11-19T22:59:00Z', nbsp('19_lis_2025'), nbsp('19_Nov_2025')],
    ['2026-11-21T17:30:00Z', nbsp('za_5_godz.'), nbsp('in_5_h')],
  ])('formats %s relative to now', (instant, pl, en) => {
    expect(formatRelative(instant, now, 'pl')).toBe(pl)
    expect(formatRelative(instant, now, 'en')).toBe(en)
  })
})
