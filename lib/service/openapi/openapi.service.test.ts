import { request as httpRequest } from 'node:http'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'

import { operationNames, operationOf } from '@/lib/contract/table'
import { startTestService, type TestService } from '@/lib/testing/service'

import { reportFields } from '../reports/report-file'

const response = z.object({
  description: z.string().min(1),
  content: z
    .record(z.string(), z.strictObject({ schema: z.looseObject({}), example: z.unknown().optional() }))
    .optional(),
})
/** The part of OpenAPI 3.1 that the document uses, as a strict schema: an unexpected field fails. */
const operation = z.strictObject({
  operationId: z.string().regex(/^[a-zA-Z-]+$/),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(5),
  description: z.string().min(5),
  parameters: z
    .array(
      z.strictObject({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        // A parameter without a description fails here.
        description: z.string().min(10),
        required: z.boolean(),
        schema: z.looseObject({}),
        example: z.unknown().optional(),
      }),
    )
    .optional(),
  requestBody: z
    .strictObject({
      required: z.literal(true),
      content: z.strictObject({
        'application/json': z.strictObject({ schema: z.looseObject({}), example: z.unknown().optional() }),
      }),
    })
    .optional(),
  responses: z.record(z.string().regex(/^[2-5]\d\d$/), response),
})
const document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.literal('0.1.0'), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.url() })).length(1),
  security: z.tuple([z.strictObject({ apiKey: z.tuple([]) })]),
  paths: z.record(z.string().startsWith('/v1/'), z.record(z.string(), operation)),
  components: z.strictObject({
    securitySchemes: z.strictObject({
      apiKey: z.strictObject({ type: z.literal('apiKey'), in: z.literal('header'), name: z.literal('x-api-key') }),
    }),
    schemas: z.record(z.string(), z.looseObject({ type: z.literal('object') })),
  }),
})

function among(names: readonly string[]) {
  const refs = names.map((name) => ({ $ref: `#/components/schemas/${name}` }))
  return refs.length === 1 ? refs[0] : { oneOf: refs }
}

const properties = z.record(z.string(), z.unknown())
const reports = z.object({ anyOf: z.array(z.object({ items: z.object({ properties }) })) })

describe('the machine-readable description', () => {
  let on: TestService
  let read: z.infer<typeof document>
  beforeAll(async () => {
    on = await startTestService({ engine: 'sqlite' })
    const answer = await on.request(null, 'GET', '/openapi.json')
    expect(answer.status).toBe(200)
    read = document.parse(answer.body)
  })
  afterAll(() => on.stop())

  const all = () =>
    Object.entries(read.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({ path, method, described })),
    )

  it('names the door it was read from', () => {
    expect(read.servers).toEqual([{ url: on.url }])
  })

  it('is kept by no cache where it says what the caller called it, and by any where the operator says it', async () => {
    const asked = (url: string) => fetch(`${url}/openapi.json`)
    const own = await asked(on.url)
    expect([own.headers.get('cache-control'), own.headers.get('vary')]).toEqual(['no-store', 'Host'])
    const publicUrl = 'https://api.example.test'
    const behind = await startTestService({ engine: 'sqlite', config: { publicUrl } })
    expect((await asked(behind.url)).headers.get('cache-control')).toBe('public, max-age=300')
    await behind.stop()
  })

  it.each(['evil.test/path', 'evil.test?', 'user@evil.test', 'evil.test#', 'a b', '<script>', 'evil.test:99999', ''])(
    'says nothing of a host that is none: %j',
    async (host) => {
      const text = await new Promise<string>((resolve, reject) => {
        const { hostname, port } = new URL(on.url)
        const headers = { host }
        const asking = httpRequest({ hostname, port, path: '/openapi.json', headers, setHost: false }, (answer) => {
          let body = String(answer.statusCode)
          answer.on('data', (chunk) => (body += String(chunk)))
          answer.on('end', () => resolve(body))
        })
        asking.on('error', reject).end()
      })
      expect(text).toMatch(/^400/)
      expect(text).not.toContain('evil.test')
    },
  )

  it('names the public address instead where there is one', async () => {
    const publicUrl = 'https://api.example.test/registers'
    const behind = await startTestService({ engine: 'sqlite', config: { publicUrl } })
    const { body } = await behind.request(null, 'GET', '/openapi.json')
    expect(document.parse(body).servers).toEqual([{ url: publicUrl }])
    await behind.stop()
  })

  it('has exactly the rows that a key may call', () => {
    const rows = operationNames.map(operationOf).filter(({ audience }) => audience === 'public')
    const due = rows.map(({ method, path }) => `${method.toLowerCase()} ${path}`)
    expect(
      all()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual(due.sort())
    expect(due.length).toBeGreaterThan(20)
    expect(read.paths['/v1/keys']).toBeUndefined()
  })

  it('names every operation once, and the spend cap as the interface does', () => {
    const ids = all().map(({ described }) => described.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(read.paths['/v1/usage/api/spend-cap']?.['put']?.operationId).toBe('usage-api-spend-cap')
  })

  it('declares every parameter of a path, and refusals of every operation', () => {
    for (const { path, described } of all()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = described.parameters?.filter((one) => one.in === 'path').map(({ name }) => name) ?? []
      expect(declared, path).toEqual(inPath)
      expect(Object.keys(described.responses), path).toEqual(
        expect.arrayContaining(['401', '402', '405', '429', '500', '503']),
      )
      const sends = described.requestBody !== undefined
      expect(['413' in described.responses, '415' in described.responses], path).toEqual([sends, sends])
      const takes = described.parameters !== undefined || described.requestBody !== undefined
      // Paid operations refuse unknown parameters.
      const isPaid = described.description.startsWith('Charges')
      expect('422' in described.responses, path).toBe(takes || isPaid)
    }
  })

  it('refers only to schemas that are there', () => {
    const refs = [...JSON.stringify(read).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref)
    expect(refs.length).toBeGreaterThan(20)
    for (const ref of new Set(refs)) expect(Object.keys(read.components.schemas)).toContain(ref?.split('/').at(-1))
  })

  it('gives the bounds of the spend cap and of a bulk call', () => {
    const cap = JSON.stringify(read.paths['/v1/usage/api/spend-cap']?.['put']?.requestBody)
    expect(cap).toContain('"minimum":0,"maximum":1000')
    const bulk = JSON.stringify(read.paths['/v1/monitors/bulk']?.['post']?.requestBody)
    expect(bulk).toContain('"maxItems":1000')
  })

  it.each([
    ['post /v1/monitors', { 404: ['NotFound'], 409: ['AlreadyWatched', 'MonitorLimit'] }],
    ['post /v1/monitors/bulk', { 409: ['MonitorLimit'] }],
    ['post /v1/filters', { 409: ['FilterLimit'] }],
    ['put /v1/filters/{filter_id}', { 404: ['NotFound'], 409: ['FilterChanged'] }],
    ['post /v1/reports', { 404: ['NotFound'], 409: ['ReportLimit'] }],
    [
      'get /v1/reports/download/{job_id}',
      { 404: ['NotFound'], 409: ['ReportNotReady'], 410: ['ReportExpired'], 416: ['RangeNotSatisfiable'] },
    ],
  ])('names the refusals of %s', (call, byStatus) => {
    const [method = '', path = ''] = call.split(' ')
    const responses = read.paths[path]?.[method]?.responses
    for (const [status, names] of Object.entries(byStatus))
      expect(responses?.[status]?.content?.['application/json']?.schema, status).toEqual(among(names))
  })

  it('says what a refusal carries beside code and message', () => {
    const whole = { type: 'integer', minimum: 0 }
    const code = { type: 'string', const: 'monitor_limit' }
    const properties = { code, message: { type: 'string' }, limit: whole, current: whole, requested: whole }
    expect(read.components.schemas['MonitorLimit']?.['properties']).toEqual({
      detail: { type: 'object', properties, required: Object.keys(properties) },
    })
  })

  it('describes the items of a bulk call, which are still read one by one', async () => {
    const body = read.paths['/v1/monitors/bulk']?.['post']?.requestBody?.content['application/json'].schema
    expect(body).toMatchObject({
      properties: {
        items: {
          items: {
            type: 'object',
            required: ['identifier_type', 'identifier_value'],
            properties: { identifier_type: { enum: ['nip', 'krs', 'pesel', 'subject_id'] }, label: {} },
          },
        },
      },
    })
    const { apiKey } = await on.createAccount()
    const items = [7, { identifier_type: 'nip' }, { identifier_type: 'NIP', identifier_value: '1234563218' }]
    const { status, body: result } = await on.request(apiKey, 'POST', '/v1/monitors/bulk', { items })
    expect([status, result]).toMatchObject([200, { inserted: 1, invalid: [{ index: 0 }, { index: 1 }] }])
  })

  it('lists the fields of a report by its three kinds', () => {
    const { responses, parameters } = read.paths['/v1/reports/download/{job_id}']?.['get'] ?? {}
    const { anyOf } = reports.parse(responses?.['200']?.content?.['application/json']?.schema)
    expect(anyOf.map(({ items }) => Object.keys(items.properties))).toEqual([
      reportFields.krz,
      reportFields.msig,
      reportFields.krs_changes,
    ])
    expect(Object.keys(responses ?? {})).toEqual(expect.arrayContaining(['206', '304']))
    expect(parameters?.map(({ name }) => name)).toEqual(['job_id', 'Range', 'If-Range', 'If-None-Match'])
  })
})
