import { expect, it } from 'vitest'

import { openApiDocument } from '@/lib/service/openapi/openapi'
import enConsole from '@/messages/en/console.json'
import enNames from '@/messages/en/register-names.json'
import plConsole from '@/messages/pl/console.json'
import plNames from '@/messages/pl/register-names.json'

import { toCurl } from './curl'
import { groupByTag, readReference } from './description'
import { tagTitles } from './tag-titles'
import { typeText } from './type-text'

const reference = readReference(openApiDocument('https://api.example'))

it('reads every operation of the actual API description', () => {
  const paths = openApiDocument('https://api.example')['paths'] as Record<string, Record<string, unknown>>
  const operationCount = Object.values(paths).flatMap((methods) => Object.keys(methods)).length
  expect(reference?.operations.length).toBe(operationCount)
  expect(operationCount).toBeGreaterThan(40)
  expect(reference?.version).toBe('0.1.0')
  expect(new Set(reference?.operations.map(({ id }) => id)).size).toBe(operationCount)
  for (const { summary, description, answers } of reference?.operations ?? []) {
    expect(summary).not.toBe('')
    expect(description).not.toBe('')
    expect(answers.length).toBeGreaterThan(2)
  }
  expect(groupByTag(reference?.operations ?? []).flatMap(([, each]) => each)).toHaveLength(operationCount)
})

it.each([
  ['pl', { console: plConsole, 'register-names': plNames }],
  ['en', { console: enConsole, 'register-names': enNames }],
])('has a title for every group of operations in %s', (_locale, messages) => {
  const titles = groupByTag(reference?.operations ?? []).map(([tag]) => tagTitles(messages)[tag])
  expect(titles.length).toBeGreaterThan(10)
  expect(titles).not.toContain(undefined)
  expect(new Set(titles).size).toBe(titles.length)
})

it('shows the fields of path, query and body with their types', () => {
  const bulkTag = reference?.operations.find(({ path }) => path === '/v1/monitors/bulk-tag')
  expect(bulkTag?.fields.map(({ name, place, isRequired }) => [name, place, isRequired])).toEqual([
    ['ids', 'body', true],
    ['add', 'body', false],
    ['remove', 'body', false],
  ])
  const krs = reference?.operations.find(({ path }) => path === '/v1/krs/pdf/{krs}')
  expect(krs?.fields).toEqual([
    { name: 'krs', place: 'path', type: 'string', isRequired: true },
    { name: 'type', place: 'query', type: 'current | full = current', isRequired: false },
  ])
})

it('lists every answer by its status, including the refusals', () => {
  const create = reference?.operations.find(({ id }) => id === 'monitors-create')
  const statuses = ['201', '401', '402', '403', '404', '405', '409', '413', '415', '422', '429', '500', '503']
  expect(create?.answers.map(({ status }) => status)).toEqual(statuses)
  expect(create?.answers.find(({ status }) => status === '409')?.description).toBe(
    'The account watches this already (`conflict`). The plan does not allow as many monitors; nothing was added (`monitor_limit`)',
  )
})

it.each([
  [{ type: 'integer', minimum: 1, maximum: 1000, default: 100 }, 'integer 1–1000 = 100'],
  [{ type: 'integer', minimum: 0 }, 'integer ≥ 0'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
  [{ type: ['string', 'null'], format: 'date-time' }, 'date-time or null'],
  [{ type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 50 }, 'array of string (1–50)'],
  [{ enum: ['krz', 'msig'] }, 'krz | msig'],
  [{}, 'any'],
  [undefined, 'any'],
  [7, 'any'],
])('describes %j as %s', (schema, text) => {
  expect(typeText(schema)).toBe(text)
})

it('builds a correctly quoted shell command', () => {
  const operation = {
    id: 'a',
    tag: 'a',
    method: 'POST',
    path: '/v1/a',
    summary: '',
    description: '',
    fields: [],
    answers: [],
    exampleBody: { name: "O'Brien" },
    exampleAnswer: undefined,
    exampleUrl: '/v1/a?x=1',
  }
  expect(toCurl('https://api.example', operation)).toBe(
    [
      `curl 'https://api.example/v1/a?x=1' \\`,
      '  -X POST \\',
      '  -H "x-api-key: $REGISTERS_API_KEY" \\',
      `  -H 'content-type: application/json' \\`,
      String.raw`  -d '{"name":"O'\''Brien"}'`,
    ].join('\n'),
  )
})

it.each([undefined, null, 'text', {}, { paths: {} }, { paths: { '/v1/a': { get: 7 } } }])('rejects %j', (value) => {
  expect(readReference(value)).toBeUndefined()
})

it('reads a document of another service', () => {
  const read = readReference({
    openapi: '3.0.0',
    paths: { '/v1/x': { get: { responses: { 200: {} } }, parameters: [] } },
  })
  expect(read?.operations).toMatchObject([{ id: 'GET /v1/x', method: 'GET', fields: [], exampleUrl: '/v1/x' }])
})
