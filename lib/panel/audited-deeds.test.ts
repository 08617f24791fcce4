import { describe, expect, it } from 'vitest'

import { operationNames, operationOf } from '@/lib/contract/table'

import { auditedDeeds, type Called } from './audited-deeds'

const nothing: Called = { target: null, body: undefined, answer: undefined, query: {}, former: undefined }
const called = (more: Partial<Called>): Called => ({ ...nothing, ...more })

it('has a line for every row that changes something or hands out a file, and for no other', () => {
  const changing = operationNames.filter((name) => {
    const { method, reads, produces } = operationOf(name)
    return produces === 'file' || (method !== 'GET' && reads !== true)
  })
  expect(Object.keys(auditedDeeds).toSorted()).toEqual(changing.toSorted())
})

describe('an entry', () => {
  it('says nothing when a change left everything as it was', () => {
    const cap = { former: { spend_cap_pln: 500, used: 1 }, body: { spend_cap_pln: 500 } }
    expect(auditedDeeds['usage.setSpendCap'].entry(called(cap))).toBeUndefined()
    const label = { former: { label: 'A', tags: [] }, body: { label: ' A ' } }
    expect(auditedDeeds['monitors.update'].entry(called(label))).toBeUndefined()
    const content = { nip: ['5261040828'] }
    const filter = { former: { name: 'a', content }, answer: { name: 'a', content: { ...content, krs: [] } } }
    expect(auditedDeeds['filters.update'].entry(called(filter))).toBeUndefined()
  })

  it('holds a cap before and after, also when there was none or it could not be read', () => {
    const { entry } = auditedDeeds['usage.setSpendCap']
    const body = { spend_cap_pln: 300 }
    expect(entry(called({ former: { spend_cap_pln: null }, body }))).toEqual({
      before: { spend_cap_pln: null },
      after: body,
    })
    expect(entry(called({ body }))).toEqual({ before: undefined, after: body })
    expect(entry(called({ former: { spend_cap_pln: 1 }, body: {} }))).toEqual({
      before: { spend_cap_pln: 1 },
      after: { spend_cap_pln: null },
    })
  })

  it('names a key without the key itself', () => {
    const answer = { key: { id: 'k1', name: 'ERP', prefix: 'ak_', last_four: 'abcd' }, secret: 'the whole key' }
    const entry = auditedDeeds['keys.create'].entry(called({ answer, body: { name: 'ERP' } }))
    expect(entry).toEqual({ target: 'k1', after: { name: 'ERP', prefix: 'ak_', last_four: 'abcd' } })
  })

  it('counts what was done in bulk', () => {
    const answer = { inserted: 2, duplicates: 1, invalid: [{ index: 0 }] }
    expect(auditedDeeds['monitors.bulkCreate'].entry(called({ body: { items: [1, 2, 3, 4] }, answer }))).toEqual({
      after: { sent: 4, inserted: 2, duplicates: 1, invalid: 1 },
    })
    const body = { ids: ['a', 'b'], add: ['x'], remove: [] }
    expect(auditedDeeds['monitors.bulkTag'].entry(called({ body, answer: { updated: 2 } }))).toEqual({
      after: { monitors: 2, add: ['x'], remove: [], updated: 2 },
    })
    const one = auditedDeeds['monitors.bulkTag'].entry(
      called({ body: { ...body, ids: ['a'] }, answer: { updated: 1 } }),
    )
    expect(one).toMatchObject({ target: 'a', after: { monitors: 1, updated: 1 } })
  })

  it('say what one tag did to each of many monitors, where the service changed all of them', () => {
    const tagsOf = (body: unknown, updated: number) =>
      auditedDeeds['monitors.bulkTag'].tags?.(called({ body, answer: { updated } }))
    const ids = ['a', 'b']
    expect(tagsOf({ ids, add: ['x'] }, 2)).toEqual({ ids, added: ['x'], removed: [] })
    expect(tagsOf({ ids: ['a', 'b', 'a'], add: [], remove: [' x ', 'x'] }, 2)).toEqual({
      ids,
      added: [],
      removed: ['x'],
    })
    expect(tagsOf({ ids, add: ['x'] }, 1), 'one had it already').toBeUndefined()
    expect(tagsOf({ ids, add: ['x', 'y'] }, 2), 'one may have had one of them').toBeUndefined()
    expect(tagsOf({ ids: ['a'], add: ['x'] }, 1), 'its entry is a line of its history').toBeUndefined()
    expect(tagsOf({}, 0)).toBeUndefined()
  })

  it('names up to fifty values that a filter lost and won, and counts the rest', () => {
    const krs = Array.from({ length: 60 }, (_, index) => String(index).padStart(10, '0'))
    const former = { name: 'a', content: { krs, nip: ['1'] } }
    const answer = { name: 'b', content: { nip: ['1', '2'] } }
    const entry = auditedDeeds['filters.update'].entry(called({ target: 'f', former, answer }))
    expect(entry).toMatchObject({
      target: 'f',
      before: { name: 'a', krs: 60, nip: 1, removed_unnamed: 10 },
      after: { name: 'b', nip: 2, added: ['nip 2'] },
    })
    expect(entry?.before).toHaveProperty('removed.length', 50)
  })

  it('tells the name of a filter from its list of names', () => {
    const body = { name: 'Osoby', content: { name: ['Jan', 'Anna'], krs: [] } }
    expect(auditedDeeds['filters.create'].entry(called({ body, answer: { id: 'f' } }))).toEqual({
      target: 'f',
      after: { name: 'Osoby', names: 2 },
    })
  })

  it('keeps what was deleted', () => {
    const former = { id: 'm', identifier_type: 'nip', identifier_value: '5261040828', label: 'A', tags: ['t'], x: 1 }
    expect(auditedDeeds['monitors.delete'].entry(called({ target: 'm', former }))).toEqual({
      target: 'm',
      before: { identifier_type: 'nip', identifier_value: '5261040828', label: 'A', tags: ['t'] },
    })
    expect(auditedDeeds['monitors.delete'].entry(called({ target: 'm' }))).toEqual({ target: 'm' })
  })

  it('says which file was fetched, and which part of it', () => {
    expect(auditedDeeds['krs.pdf'].entry(called({ target: '0000028860', query: { type: 'full' } }))).toEqual({
      target: '0000028860',
      after: { type: 'full' },
    })
    expect(auditedDeeds['reports.download'].entry(called({ target: 'r' }))).toEqual({ target: 'r' })
  })
})
