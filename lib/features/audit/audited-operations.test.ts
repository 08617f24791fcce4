import { describe, expect, it } from 'vitest'
import * as z from 'zod'

import { bzpFilter } from '@/lib/contract/bzp'
import { operationNames, operationOf } from '@/lib/contract/table'
import { panelContract } from '@/lib/features/contract'
import { ruleCondition } from '@/lib/features/rules/contract/conditions'
import type { CallService } from '@/lib/panel/context'
import { createRecordedValues } from '@/lib/service/monitors/statements/recorded-values'

import { auditedOperations, type CompletedCall } from './audited-operations'
import { auditWordsOf } from './domain/audit-catalogue'
import { actionWord } from './domain/audit-words'

const storedForm = createRecordedValues('s'.repeat(32), 'account').value
const emptyCall: CompletedCall = {
  target: null,
  body: undefined,
  answer: undefined,
  query: {},
  former: undefined,
  file: null,
  storedForm,
}
const callWith = (more: Partial<CompletedCall>): CompletedCall => ({ ...emptyCall, ...more })

it('has an entry for exactly the operations that change something or return a file', () => {
  const changing = operationNames.filter((name) => {
    const { execution, produces } = operationOf(name)
    return produces === 'file' || execution === 'writes'
  })
  expect(Object.keys(auditedOperations).toSorted()).toEqual(changing.toSorted())
})

describe('an entry', () => {
  it('is omitted when a change left everything as it was', () => {
    const cap = { former: { spend_cap_pln: 500, used: 1 }, body: { spend_cap_pln: 500 } }
    expect(auditedOperations['usage.setSpendCap'].entry(callWith(cap))).toBeUndefined()
    const label = { former: { label: 'A', tags: [] }, body: { label: ' A ' } }
    expect(auditedOperations['monitors.update'].entry(callWith(label))).toBeUndefined()
    const content = { nip: ['5261040828'] }
    const filter = { former: { name: 'a', content }, answer: { name: 'a', content: { ...content, krs: [] } } }
    expect(auditedOperations['filters.update'].entry(callWith(filter))).toBeUndefined()
  })

  it('contains the cap before and after, even when there was none or it could not be read', () => {
    const { entry } = auditedOperations['usage.setSpendCap']
    const body = { spend_cap_pln: 300 }
    expect(entry(callWith({ former: { spend_cap_pln: null }, body }))).toEqual({
      before: { spend_cap_pln: null },
      after: body,
    })
    expect(entry(callWith({ body }))).toEqual({ before: undefined, after: body })
    expect(entry(callWith({ former: { spend_cap_pln: 1 }, body: {} }))).toEqual({
      before: { spend_cap_pln: 1 },
      after: { spend_cap_pln: null },
    })
  })

  it('identifies a key without containing the key itself', () => {
    const answer = { key: { id: 'k1', name: 'ERP', prefix: 'ak_', last_four: 'abcd' }, secret: 'the whole key' }
    const entry = auditedOperations['keys.create'].entry(callWith({ answer, body: { name: 'ERP' } }))
    expect(entry).toEqual({ target: 'k1', after: { name: 'ERP', prefix: 'ak_', last_four: 'abcd' } })
  })

  it('counts what was done in bulk', () => {
    const answer = { inserted: 2, duplicates: 1, invalid: [{ index: 0 }] }
    expect(auditedOperations['monitors.bulkCreate'].entry(callWith({ body: { items: [1, 2, 3, 4] }, answer }))).toEqual(
      {
        after: { sent: 4, inserted: 2, duplicates: 1, invalid: 1 },
      },
    )
    const body = { ids: ['a', 'b'], add: ['x'], remove: [] }
    expect(auditedOperations['monitors.bulkTag'].entry(callWith({ body, answer: { updated: 2 } }))).toEqual({
      after: { monitors: 2, add: ['x'], remove: [], updated: 2 },
    })
    const one = auditedOperations['monitors.bulkTag'].entry(
      callWith({ body: { ...body, ids: ['a'] }, answer: { updated: 1 } }),
    )
    expect(one).toMatchObject({ target: 'a', after: { monitors: 1, updated: 1 } })
  })

  it('is omitted for a call that changed nothing, whatever was sent', () => {
    const entries = [
      auditedOperations['monitors.bulkTag'].entry(
        callWith({ body: { ids: ['not a monitor id'], add: ['x'] }, answer: { updated: 0 } }),
      ),
      auditedOperations['monitors.bulkCreate'].entry(
        callWith({ body: { items: [1] }, answer: { inserted: 0, duplicates: 1, invalid: [] } }),
      ),
    ]
    expect(entries).toEqual([undefined, undefined])
  })

  it('gives the change of one tag for each of many monitors only when the service changed all of them', () => {
    const tagsOf = (body: unknown, updated: number) =>
      auditedOperations['monitors.bulkTag'].tags?.(callWith({ body, answer: { updated } }))
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

  it('names up to fifty removed and added values of a filter and counts the rest', () => {
    const krs = Array.from({ length: 60 }, (_, index) => String(index).padStart(10, '0'))
    const former = { name: 'a', content: { krs, nip: ['1'] } }
    const answer = { name: 'b', content: { nip: ['1', '2'] } }
    const entry = auditedOperations['filters.update'].entry(callWith({ target: 'f', former, answer }))
    expect(entry).toMatchObject({
      target: 'f',
      before: { name: 'a', krs: 60, nip: 1, removed_unnamed: 10 },
      after: { name: 'b', nip: 2, added: ['nip 2'] },
    })
    expect(entry?.before).toHaveProperty('removed.length', 50)
  })

  it('distinguishes the name of a filter from its list of names', () => {
    const body = { name: 'Osoby', content: { name: ['Jan', 'Anna'], krs: [] } }
    expect(auditedOperations['filters.create'].entry(callWith({ body, answer: { id: 'f' } }))).toEqual({
      target: 'f',
      after: { name: 'Osoby', names: 2 },
    })
  })

  it('contains what was deleted', () => {
    const former = { id: 'm', identifier_type: 'nip', identifier_value: '5261040828', label: 'A', tags: ['t'], x: 1 }
    expect(auditedOperations['monitors.delete'].entry(callWith({ target: 'm', former }))).toEqual({
      target: 'm',
      before: { identifier_type: 'nip', identifier_value: '5261040828', label: 'A', tags: ['t'] },
    })
    expect(auditedOperations['monitors.delete'].entry(callWith({ target: 'm' }))).toEqual({ target: 'm' })
  })

  it('names the fetched file and the requested type', () => {
    expect(auditedOperations['krs.pdf'].entry(callWith({ target: '0000028860', query: { type: 'full' } }))).toEqual({
      target: '0000028860',
      after: { type: 'full' },
    })
    expect(auditedOperations['reports.download'].entry(callWith({ target: 'r' }))).toEqual({ target: 'r' })
  })
})

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  return []
}

describe('the words of the audit log', () => {
  const words = auditWordsOf('pl')

  it('cover every event that is recorded by an operation', () => {
    const without = Object.keys(auditedOperations).filter((name) => actionWord(words, name) === name)
    expect(without).toEqual([])
  })

  it('cover every field of a file query and of a rule condition', () => {
    const files = operationNames.map(operationOf).filter(({ produces }) => produces === 'file')
    const schemas = [...files.map(({ query }) => query), panelContract['audit.export'].query]
    // Entries about tender rules contain the filter's conditions instead.
    const fieldsWithoutWord = ['kind', 'what', 'filter']
    const ruleFields = [...ruleCondition.options, bzpFilter]
      .flatMap(fieldsOf)
      .filter((field) => !fieldsWithoutWord.includes(field))
    const fields = [...schemas.flatMap(fieldsOf), ...ruleFields]
    expect(fields).toContain('thresholds')
    expect(fields.filter((field) => words.word('fields', field) === undefined)).toEqual([])
  })
})

describe('a download', () => {
  it('is recorded with its file, register and day', async () => {
    const report = { id: 'r-1', source: 'krz', format: 'csv', report_date: '2026-11-19', size_bytes: 5 }
    // Safe: the entry calls no other operation.
    const callService = ((name: string) =>
      name === 'reports.get' ? Promise.reject(new Error('404')) : Promise.resolve([report])) as unknown as CallService
    const row = auditedOperations['reports.download']
    const former = await row.before?.(callService, 'r-1')
    expect(row.entry(callWith({ target: 'r-1', former, file: 'krz-2026-11-19.csv' }))).toEqual({
      target: 'r-1',
      after: { source: 'krz', format: 'csv', report_date: '2026-11-19', file: 'krz-2026-11-19.csv' },
    })
  })
})

it('keeps every value of a deleted filter, persons as a hash', () => {
  const former = { name: 'VIP', content: { nip: ['5261040828'], pesel: ['44051401359'], krs: [] } }
  const { before } = auditedOperations['filters.delete'].entry(callWith({ target: 'f', former })) ?? {}
  const heldValues = ['nip 5261040828', expect.stringMatching(/^pesel 44•••••••59 #[0-9a-f]{16}$/)]
  expect(before).toEqual({ name: 'VIP', nip: 1, pesel: 1, held: heldValues })
  expect(storedForm('pesel', '44051401359')).toBe(storedForm('pesel', '44051401359'))
  expect(storedForm('pesel', '44051401359')).not.toBe(
    createRecordedValues('s'.repeat(32), 'other').value('pesel', '44051401359'),
  )
})
