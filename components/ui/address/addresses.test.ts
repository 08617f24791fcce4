import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { auditAddress } from '@/components/audit/audit-search'
import { matchAddress } from '@/components/bzp/matches/match-search'
import { deliveriesAddress } from '@/components/deliveries/deliveries-address'
import { eventAddress } from '@/components/events/event-search'
import { monitorAddress } from '@/components/monitors/search/monitor-search'
import { listAddresses } from '@/components/registers/list/list-search'
import { msigAddress } from '@/components/registers/msig/msig-search'
import { reportAddress } from '@/components/reports/report-search'
import { kindAddress } from '@/components/rules/kind-search'
import { usageAddress } from '@/components/usage/usage-search'
import { resultAddress } from '@/components/white-list/run/result-search'
import type { Address } from '@/lib/domain/address'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'

/** The search type is erased, because the test covers every page. */
type AnyAddress = Pick<Address<object>, 'read'> & { readonly write: (search: never) => string; readonly fields: object }

const addresses: Readonly<Record<string, AnyAddress>> = {
  audit: auditAddress,
  matches: matchAddress,
  deliveries: deliveriesAddress,
  events: eventAddress,
  monitors: monitorAddress,
  kinds: kindAddress,
  ...listAddresses,
  msig: msigAddress,
  reports: reportAddress,
  usage: usageAddress,
  results: resultAddress,
}

// Values that some page accepts, and similar ones that it does not.
const value = fc.oneof(
  fc.constantFrom(
    'krz',
    'nip',
    'krs',
    'csv',
    'week',
    'mine',
    'risk',
    'subject.tags',
    'event',
    '-event',
    'calendar',
    '1',
  ),
  fc.constantFrom('2026-11-01', '2026-11-20', '2026-02-30', '2026-10', '2024', '50', 'desc', '7740001454'),
  fc.constantFrom('0b9b3c6e-0000-4000-8000-000000000000', '44051401359', '440514 01359', 'klient A', ' a  b ', '&=?%'),
  fc.string({ maxLength: 30 }),
)
const names = [
  'actor',
  'action',
  'target',
  'from',
  'to',
  'state',
  'alert',
  'tender',
  'q',
  'kind',
  'channel',
  'rule',
].concat(
  [
    'since',
    'cursor',
    'source',
    'tag',
    'monitor',
    'event',
    'untagged',
    'silent',
    'unnamed',
    'sort',
    'columns',
    'density',
  ],
  [
    'section',
    'nip',
    'size',
    'mine',
    'year',
    'format',
    'range',
    'filter',
    'view',
    'month',
    'day',
    'dir',
    'pool',
    'show',
  ],
  ['desc'],
)
const query = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 12 })

describe.each(Object.entries(addresses))('the address of %s', (_, { read, write }) => {
  const readText = (text: string) => read(new URLSearchParams(text))
  // Safe: the argument was read by the same address.
  const writeBack = (search: object) => write(search as never)

  it('is read from any query and read back unchanged after writing', () => {
    fc.assert(
      fc.property(query, (pairs) => {
        const writtenAddress = writeBack(read(new URLSearchParams(pairs)))
        expect(writeBack(readText(writtenAddress))).toBe(writtenAddress)
      }),
    )
  })

  it('is empty for a default search', () => {
    expect(writeBack(readText(''))).toBe('')
  })

  it('contains no personal number that was typed', () => {
    const search = readText('')
    for (const name of ['q', 'actor', 'action', 'target', 'nip'].filter((each) => each in search)) {
      for (const typed of ['44051401359', '440514 01359', 'Kowalski 44051401359']) {
        const writtenParams = new URLSearchParams(writeBack({ ...search, [name]: typed }))
        expect([...writtenParams.values()].some(isPersonalNumber)).toBe(false)
      }
    }
  })
})
