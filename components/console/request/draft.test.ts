import { describe, expect, it } from 'vitest'
import * as z from 'zod'

import { consoleNames } from '@/lib/contract/console/console-operations'
import { type FormField, requestFormOf } from '@/lib/contract/console/request-form'
import { toJsonSchema } from '@/lib/contract/json-schema'
import { operationOf } from '@/lib/contract/table'
import examples from '@/lib/service/openapi/openapi-examples.json'
import { goodInput } from '@/lib/testing/calls/good-input'

import { withValueAt, type DraftGroup, blankDraft, groupsIn, NULL_TEXT, toDraft, toInputs } from './draft'

const places = ['params', 'query', 'body'] as const
const node = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
})
/** Lists the paths of all fields in a JSON schema, such as `body.items.identifier_type`. */
function schemaPaths(schema: unknown, at: string): string[] {
  const { properties = {}, items, anyOf = [] } = node.parse(schema ?? {})
  return [
    ...Object.entries(properties).flatMap(([name, each]) => [`${at}.${name}`, ...schemaPaths(each, `${at}.${name}`)]),
    ...(items === undefined ? [] : schemaPaths(items, at)),
    ...anyOf.flatMap((each) => schemaPaths(each, at)),
  ]
}
const formPaths = (fields: readonly FormField[], at: string): string[] =>
  fields.flatMap(({ name, fields: inner = [] }) => [`${at}.${name}`, ...formPaths(inner, `${at}.${name}`)])

/** The validating schema of `monitors.bulkCreate` accepts any items, so that it has no good input for every field. */
const closedNames = consoleNames.filter((name) => name !== 'monitors.bulkCreate')

it.each(closedNames)('request form of %s accepts a value in every field and builds the request from it', (name) => {
  const form = requestFormOf(name)
  const row = operationOf(name)
  const inputs = Object.fromEntries(
    places.flatMap((place) => {
      const schema = row[place]
      return schema === undefined ? [] : [[place, goodInput(schema)]]
    }),
  )
  const { draft, isComplete } = toDraft(form, inputs)
  expect(isComplete).toBe(true)
  const converted = toInputs(form, draft)
  expect(converted.body).toEqual(inputs['body'])
  const asTexts = (values: unknown): unknown =>
    JSON.parse(JSON.stringify(values ?? {}, (_, each: unknown) => (typeof each === 'number' ? String(each) : each)))
  expect(asTexts(converted.params)).toEqual(asTexts(inputs['params']))
  expect(asTexts(converted.query)).toEqual(asTexts(inputs['query']))
})

describe.each(consoleNames)('request form of %s', (name) => {
  const form = requestFormOf(name)
  const row = operationOf(name)

  it('has every field of its schemas and no other', () => {
    for (const place of places) {
      const schema = row[place]
      const expectedNames = schema === undefined ? [] : schemaPaths(toJsonSchema(schema, 'input'), place)
      expect(formPaths(form[place], place).toSorted()).toEqual(expectedNames.toSorted())
    }
  })

  it('represents its example completely', () => {
    const { input } = (examples as Record<string, { input: Record<string, Record<string, unknown>> }>)[name] ?? {
      input: {},
    }
    const { draft, isComplete } = toDraft(form, input)
    expect(isComplete).toBe(true)
    const converted = toInputs(form, draft)
    for (const place of places) {
      const schema = row[place]
      if (schema !== undefined) expect(schema.safeParse(converted[place]).error).toBeUndefined()
    }
  })

  it('is empty at first and sends only entered values', () => {
    const converted = toInputs(form, blankDraft(form))
    expect(converted.query ?? {}).toEqual({})
    expect(converted.params ?? {}).toEqual({})
    expect(converted.body === undefined).toBe(row.body === undefined)
  })
})

describe('request draft', () => {
  it('passes an invalid number on to the validation and supports null', () => {
    const cap = requestFormOf('usage.setSpendCap')
    const body = (text: string) => toInputs(cap, { params: {}, query: {}, body: { spend_cap_pln: text } }).body
    expect([body('12'), body('12.5'), body('dużo'), body('')]).toEqual([
      { spend_cap_pln: 12 },
      { spend_cap_pln: '12.5' },
      { spend_cap_pln: 'dużo' },
      {},
    ])
    const label = requestFormOf('monitors.update')
    expect(label.body[0]).toMatchObject({ isRequired: true, isNullable: true })
    const inputs = { params: { id: 'a' }, body: { label: null } }
    const { draft } = toDraft(label, inputs)
    expect(draft.body).toEqual({ label: NULL_TEXT })
    expect(toInputs(label, draft)).toEqual(inputs)
  })

  it('splits pasted text into lines', () => {
    const form = requestFormOf('monitors.bulkTag')
    const draft = { params: {}, query: {}, body: { ids: ' a \r\n\nb\tc\n', add: 'Ważny, pilny', remove: '' } }
    expect(toInputs(form, draft).body).toEqual({ ids: ['a', 'b', 'c'], add: ['Ważny, pilny'] })
  })

  it('reports inputs that a form cannot represent', () => {
    const form = requestFormOf('monitors.create')
    expect(toDraft(form, { body: { label: 'a\nb' } }).isComplete).toBe(false)
    expect(toDraft(form, { body: { other: 1 } }).isComplete).toBe(false)
    expect(toDraft(form, { body: { tags: 'a' } }).isComplete).toBe(false)
    expect(toDraft(form, { body: { tags: ['a', 7] } }).isComplete).toBe(false)
    expect(toDraft(form, { body: { label: { a: 1 } } }).isComplete).toBe(false)
    expect(toDraft(form, { body: { label: null, tags: null } }).isComplete).toBe(true)
  })

  it('changes one field and leaves the others unchanged', () => {
    const form = requestFormOf('records.get')
    const { body } = blankDraft(form)
    expect(groupsIn(body['identifiers'])).toHaveLength(1)
    const more: DraftGroup = { identifiers: [{ krs: '1' }, { krs: '2' }] }
    expect(withValueAt(more, ['identifiers', 1, 'nip'], '3')).toEqual({
      identifiers: [{ krs: '1' }, { krs: '2', nip: '3' }],
    })
  })

  it('has defaults and bounds', () => {
    const { query } = requestFormOf('graph.get')
    expect(query.find(({ name }) => name === 'depth')).toMatchObject({ kind: 'whole', min: 1, max: 3, fallback: '1' })
    expect(requestFormOf('krs.pdf').query).toMatchObject([
      { name: 'type', kind: 'choice', choices: ['current', 'full'], fallback: 'current', isRequired: false },
    ])
    expect(requestFormOf('usage.daily').query).toMatchObject([{ kind: 'month' }])
    expect(requestFormOf('knf.sections')).toEqual({ params: [], query: [], body: [], hasBody: false })
  })
})
