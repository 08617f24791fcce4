import { expect, it } from 'vitest'

import { MAX_REPORT_DAYS } from '@/lib/contract/reports'
import { addDays } from '@/lib/domain/calendar'

import { maxTagLength, orderBody } from './order-body'

const order = {
  source: 'krz',
  format: 'csv',
  date_from: '2026-11-01',
  date_to: '2026-11-07',
  filter_id: '',
  monitor_tag: '',
} as const

const faultsOf = (part: Partial<Record<keyof typeof order, string>>) =>
  orderBody.safeParse({ ...order, ...part }).error?.issues.map(({ code, path }) => `${path.join('.')}: ${code}`) ?? []

it('omits blank fields and trims the tag', () => {
  const { filter_id, monitor_tag, ...rest } = order
  expect(JSON.parse(JSON.stringify(orderBody.parse({ ...order, monitor_tag: ' \t' })))).toEqual(rest)
  expect(orderBody.parse({ ...order, monitor_tag: ' ryzyko ' }).monitor_tag).toBe('ryzyko')
  expect([filter_id, monitor_tag]).toEqual(['', ''])
})

it.each([
  ['2026-11-01', '2026-11-01', []],
  ['2026-11-01', addDays('2026-11-01', MAX_REPORT_DAYS - 1), []],
  ['2026-11-01', addDays('2026-11-01', MAX_REPORT_DAYS), ['date_to: custom']],
  ['2026-11-02', '2026-11-01', ['date_from: custom']],
  ['', '2026-11-01', ['date_from: invalid_format']],
  ['2026-11-01', '', ['date_to: invalid_format']],
] as const)('for %s to %s returns the faults %j', (date_from, date_to, faults) => {
  expect(faultsOf({ date_from, date_to })).toEqual(faults)
})

it('keeps the checks of the contract for fields that can be blank', () => {
  expect(faultsOf({ filter_id: 'x' })).toEqual(['filter_id: invalid_format'])
  expect(faultsOf({ monitor_tag: 'x'.repeat(65) })).toEqual(['monitor_tag: too_big'])
  expect(maxTagLength).toBe(64)
})
