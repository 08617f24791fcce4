import { describe, expect, it } from 'vitest'

import { readNoticeFilter } from '@/lib/domain/bzp/notice-filter'
import { filterOf } from '@/lib/testing/bzp-alerts'
import { caseText } from '@/lib/testing/cases/case-file'

import { type RemoteNotice, satisfies, toFoundNotice } from './remote-notice'

// Safe: the case defines the service's answer.
const { items } = JSON.parse(caseText('E05-naive-deadlines', 'notices.json')) as { items: RemoteNotice[] }
const notices = items.map(toFoundNotice)
const [first] = items
const inProvince = (province: string, filterProvince: string) => {
  const terms = readNoticeFilter(filterOf({ provinces: [filterProvince] }))
  if ('fault' in terms) throw new Error(terms.fault.msg)
  return satisfies(toFoundNotice({ ...first!, province }), terms)
}

// Case E05 of lib/testing/cases/README.md
describe('a notice of another service', () => {
  it('has its deadline in Warsaw time when it lacks a zone, also in Polish order', () => {
    expect(notices.map((notice) => notice.offers_until)).toEqual([
      '2026-12-01T09:00:00.000Z',
      '2026-12-01T09:00:00.000Z',
      '2026-11-30T23:00:00.000Z',
      '2026-12-01T09:00:00.000Z',
    ])
  })

  it('is in the province of its NUTS code', () => {
    expect(notices.map((notice) => notice.province)).toEqual(Array(4).fill('mazowieckie'))
    expect([inProvince('PL911', 'lubelskie'), inProvince('PL911', 'mazowieckie')]).toEqual([false, true])
    expect([inProvince('PL814', 'lubelskie'), inProvince('PL22A', 'śląskie')]).toEqual([true, true])
  })

  it('matches no requested province with an unknown code, and any province without a code', () => {
    expect([inProvince('DE300', 'lubelskie'), inProvince('PL99', 'mazowieckie')]).toEqual([false, false])
    expect([inProvince('', 'lubelskie'), inProvince('PL22', 'pomorskie')]).toEqual([true, true])
  })
})
