import { expect, it } from 'vitest'

import { eventAddress, isPartial, stateOf, toFilterQuery, toQueryText } from './event-search'

const read = (text: string) => eventAddress.read(new URLSearchParams(text))
const TODAY = '2026-11-20'
const filterOf = (text: string) => toFilterQuery(read(text), TODAY)

it('reads back the search that was written to the address', () => {
  const search = {
    severity: 'urgent',
    state: 'all',
    q: 'Budowa ĄŻ',
    kinds: ['bankruptcy', 'board'],
    sources: ['krz', 'wpv'],
    tags: ['dostawca', 'a b'],
    assignee: '0b9b3c6e-0000-4000-8000-000000000000',
    monitor: 'm-1',
    event: 12,
    claims: 7,
    notice: '0b9b3c6e-0000-4000-8000-000000000001',
    quick: undefined,
    from: '2026-11-01',
    to: '2026-11-20',
  } as const
  expect(read(eventAddress.write(search))).toEqual(search)
  expect(read('')).toEqual(eventAddress.none)
  expect(eventAddress.write(eventAddress.none)).toBe('')
})

it('leaves out invalid values', () => {
  expect(read('source=abc&kind=abc&severity=abc&from=2026-13-01&tag=&monitor=&event=-1&claims=31&q=a')).toEqual(
    eventAddress.none,
  )
  expect(read('from=2026-11-20&to=2026-11-01')).toEqual(eventAddress.none)
})

it('keeps personal numbers out of the address but searches for them', () => {
  const search = { ...eventAddress.none, tags: ['74 010112312', 'klient'], q: '74010112318' }
  expect(eventAddress.write(search)).toBe('?tag=klient')
  expect(toFilterQuery(search, TODAY)).toEqual({ state: 'open', q: '74010112318', tag: ['74 010112312', 'klient'] })
  expect(isPartial({ ...eventAddress.none, tags: ['74010112318'] })).toBe(true)
})

const NOTICE = 'notice=0b9b3c6e-0000-4000-8000-000000000001'

it('shows what is left to review, but all events of an event or of a monitor', () => {
  expect(
    ['', 'source=krz', 'event=5', 'monitor=m', NOTICE, 'event=5&state=open'].map((text) => stateOf(read(text))),
  ).toEqual(['open', 'open', 'all', 'all', 'all', 'open'])
  expect(filterOf(NOTICE)).toEqual({ notice: '0b9b3c6e-0000-4000-8000-000000000001' })
  expect(filterOf('monitor=m')).toEqual({ monitor_id: 'm' })
  expect(filterOf('state=all')).toEqual({})
})

it('says of a list whether it leaves out events to review', () => {
  expect(
    ['', 'state=all', 'state=reviewed', 'severity=urgent', 'range=today'].map((text) => isPartial(read(text))),
  ).toEqual([false, false, true, true, true])
})

it('counts relative days from today', () => {
  const days = (text: string) => {
    const { date_from: from, date_to: to } = filterOf(text)
    return [from, to]
  }
  expect(days('range=today')).toEqual(['2026-11-20', '2026-11-20'])
  expect(days('range=yesterday')).toEqual(['2026-11-19', '2026-11-19'])
  expect(days('range=week')).toEqual(['2026-11-14', '2026-11-20'])
  expect(days('range=week&from=2026-01-01')).toEqual(['2026-11-14', '2026-11-20'])
})

it('writes a filter as the query of a file', () => {
  expect(toQueryText(filterOf('kind=board&kind=bankruptcy&q=a%26b'))).toBe(
    '?state=open&q=a%26b&kind=board&kind=bankruptcy',
  )
  expect(toQueryText({})).toBe('')
})
