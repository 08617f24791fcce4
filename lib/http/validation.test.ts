import { describe, expect, it } from 'vitest'

import { contract, type OperationName, operationOf } from '@/lib/contract/table'

import { ValidationError } from './errors'
import { parsePart } from './validation'

const REPORT = { source: 'krz', format: 'csv', date_from: '2026-11-01', date_to: '2026-11-02' }

function bodyOf(name: OperationName, body: unknown): unknown {
  const schema = operationOf(name).body
  return schema && parsePart(schema, 'body', body)
}

function queryOf(name: OperationName, query: unknown): unknown {
  const schema = operationOf(name).query
  return schema && parsePart(schema, 'query', query)
}

function faultsOf(parse: () => unknown) {
  try {
    parse()
  } catch (error) {
    if (error instanceof ValidationError) return error.detail
  }
  throw new Error('Nothing was refused')
}

describe('the details of a 422 answer', () => {
  it('report absent fields as missing, and an unknown enum value as such', () => {
    expect(faultsOf(() => bodyOf('reports.create', { format: 'csv' }))).toEqual(
      ['source', 'date_from', 'date_to'].map((field) => ({
        loc: ['body', field],
        msg: 'Field required',
        type: 'missing',
      })),
    )
    expect(faultsOf(() => bodyOf('reports.create', { ...REPORT, source: 'ceidg' }))).toMatchObject([
      { loc: ['body', 'source'], type: 'enum', input: 'ceidg' },
    ])
  })

  it('report one problem for a value that violates two rules, and use the singular for one item', () => {
    const tooBig = faultsOf(() => queryOf('updates.list', { since: '999999999999999999999' }))
    expect(tooBig).toHaveLength(1)
    expect(faultsOf(() => bodyOf('monitors.bulkCreate', { items: [] }))).toMatchObject([
      { loc: ['body', 'items'], msg: 'List should have at least 1 item' },
    ])
  })

  it('report that a parameter was given more than once', () => {
    for (const [name, query] of [
      ['monitors.list', { limit: ['1', '2'] }],
      ['usage.daily', { month: ['2026-10', '2026-11'] }],
    ] as const) {
      expect(faultsOf(() => queryOf(name, query))).toMatchObject([{ msg: 'Input should occur once' }])
    }
  })

  it('report a mistyped field of the spend cap, which would otherwise reset the cap', () => {
    expect(faultsOf(() => bodyOf('usage.setSpendCap', { spend_cap: 5 }))).toEqual([
      { loc: ['body', 'spend_cap'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
    ])
    expect(bodyOf('usage.setSpendCap', {})).toEqual({ spend_cap_pln: null })
  })

  it('report the order of two days only if both are valid days', () => {
    expect(faultsOf(() => bodyOf('reports.create', { ...REPORT, date_from: 'x' }))).toMatchObject([
      { loc: ['body', 'date_from'], type: 'date_parsing' },
    ])
    expect(faultsOf(() => bodyOf('reports.create', { ...REPORT, date_to: '2026-10-31' }))).toMatchObject([
      { loc: ['body', 'date_from'], msg: 'date_from must not be after date_to' },
    ])
  })

  it('contain the pattern that a text must match', () => {
    const { query } = contract['usage.daily']
    expect(faultsOf(() => parsePart(query, 'query', { month: '2026-13' }))).toEqual([
      {
        loc: ['query', 'month'],
        msg: 'Expected a month as YYYY-MM',
        type: 'string_pattern_mismatch',
        ctx: { pattern: '^20\\d{2}-(0[1-9]|1[0-2])$' },
        input: '2026-13',
      },
    ])
  })

  it('name up to twenty unknown fields, but none that may be a personal number', () => {
    const content = { nip: [], foo: [], 'bar baz': 1, '90011512346': [] }
    const extraFieldFault = { msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }
    expect(faultsOf(() => bodyOf('filters.create', { name: 'A', content }))).toEqual([
      { loc: ['body', 'content', 'foo'], ...extraFieldFault },
      { loc: ['body', 'content', 'bar baz'], ...extraFieldFault },
      { loc: ['body', 'content'], ...extraFieldFault },
    ])
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`x${n}`, n]))
    expect(faultsOf(() => bodyOf('filters.create', { name: 'A', content: many }))).toHaveLength(20)
  })

  it.each<[OperationName, string, unknown]>([
    ['monitors.create', 'label', { identifier_type: 'nip', identifier_value: '5213017228', label: 'a\u0007b' }],
    ['monitors.create', 'identifier_value', { identifier_type: 'nip', identifier_value: '521\t3017228' }],
    ['filters.create', 'name', { name: 'a\nb', content: {} }],
    ['bzp.previewAlert', 'keywords', { keywords: ['a\u0000b'] }],
    ['records.get', 'identifiers', { identifiers: [{ nip: '521\u00003017228' }] }],
    ['wpv.records', 'identifiers', { identifiers: [{ nip: '521\n3017228' }] }],
  ])('report control characters in %s %s', (name, field, body) => {
    const [fault] = faultsOf(() => bodyOf(name, body))
    expect(fault).toMatchObject({ type: 'string_pattern_mismatch' })
    expect(fault?.msg).toContain('without control characters')
    expect(fault?.loc.slice(0, 2)).toEqual(['body', field])
  })
})

describe('null in a body', () => {
  it.each<[OperationName, object, object]>([
    [
      'monitors.create',
      { identifier_type: 'nip', identifier_value: '1', filter_id: null, label: null, tags: null },
      { identifier_type: 'nip', identifier_value: '1', tags: [] },
    ],
    ['monitors.bulkTag', { ids: ['a'], add: null, remove: ['x'] }, { ids: ['a'], add: [], remove: ['x'] }],
    ['records.get', { identifiers: [{ nip: '1', krs: null }] }, { identifiers: [{ nip: '1' }] }],
    ['wpv.records', { identifiers: [{ nip: null, krs: '1' }] }, { identifiers: [{ krs: '1' }] }],
    ['reports.create', { ...REPORT, filter_id: null, monitor_tag: null }, REPORT],
    ['usage.setSpendCap', { spend_cap_pln: null }, { spend_cap_pln: null }],
  ])('means that an optional field of %s is absent', (name, body, parsed) => {
    const sent = structuredClone(body)
    expect(bodyOf(name, body)).toEqual(parsed)
    expect(body).toEqual(sent)
  })

  it('means that a list is empty', () => {
    const lists = { krs: null, nip: ['5213017228'] }
    expect(bodyOf('filters.update', { name: 'A', content: lists, updated_at: null })).toMatchObject({
      content: { krs: [], nip: ['5213017228'] },
    })
    expect(bodyOf('bzp.previewAlert', { keywords: null })).toMatchObject({ keywords: [] })
  })

  it('is reported as missing for a required field, and as a wrong type for an item of a list', () => {
    expect(faultsOf(() => bodyOf('filters.create', { name: null, content: {} }))).toEqual([
      { loc: ['body', 'name'], msg: 'Field required', type: 'missing' },
    ])
    expect(faultsOf(() => bodyOf('bzp.previewAlert', { keywords: [null] }))).toMatchObject([
      { loc: ['body', 'keywords', 0], type: 'string_type' },
    ])
    expect(faultsOf(() => bodyOf('bzp.previewAlert', null))).toMatchObject([{ loc: ['body'], type: 'dict_type' }])
  })
})

describe('a text', () => {
  it('is composed (NFC) before it is compared or stored', () => {
    const [decomposed, composed] = ['Cafe\u0301', 'Caf\u00e9']
    expect(bodyOf('monitors.create', { filter_id: crypto.randomUUID(), tags: [decomposed, composed] })).toMatchObject({
      tags: [composed],
    })
    expect(bodyOf('monitors.update', { label: decomposed })).toEqual({ label: composed })
    expect(bodyOf('filters.create', { name: decomposed, content: { name: [decomposed] } })).toMatchObject({
      name: composed,
      content: { name: [composed] },
    })
  })
})
