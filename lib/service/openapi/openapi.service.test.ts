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

function refsTo(names: readonly string[]) {
  const refs = names.map((name) => ({ $ref: `#/components/schemas/${name}` }))
  return refs.length === 1 ? refs[0] : { oneOf: refs }
}

const properties = z.record(z.string(), z.unknown())
const reports = z.object({ anyOf: z.array(z.object({ items: z.object({ properties }) })) })

describe('the OpenAPI description', () => {
  let service: TestService
  let spec: z.infer<typeof document>
  beforeAll(async () => {
    service = await startTestService({ engine: 'sqlite' })
    const answer = await service.request(null, 'GET', '/openapi.json')
    expect(answer.status).toBe(200)
    spec = document.parse(answer.body)
  })
  afterAll(() => service.stop())

  const all = () =>
    Object.entries(spec.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, entry]) => ({ path, method, entry })),
    )

  it('lists the address of the request as its server', () => {
    expect(spec.servers).toEqual([{ url: service.url }])
  })

  it('is not cached when it contains the address of the request, and is public when the operator configures the address', async () => {
    const fetchDescription = (url: string) => fetch(`${url}/openapi.json`)
    const directResponse = await fetchDescription(service.url)
    expect([directResponse.headers.get('cache-control'), directResponse.headers.get('vary')]).toEqual([
      'no-store',
      'Host',
    ])
    const publicUrl = 'https://api.example.test'
    const publicService = await startTestService({ engine: 'sqlite', config: { publicUrl } })
    expect((await fetchDescription(publicService.url)).headers.get('cache-control')).toBe('public, max-age=300')
    await publicService.stop()
  })

  it.each(['evil.test/path', 'evil.test?', 'user@evil.test', 'evil.test#', 'a b', '<script>', 'evil.test:99999', ''])(
    'does not repeat an invalid host: %j',
    async (host) => {
      const text = await new Promise<string>((resolve, reject) => {
        const { hostname, port } = new URL(service.url)
        const headers = { host }
        const request = httpRequest({ hostname, port, path: '/openapi.json', headers, setHost: false }, (answer) => {
          let body = String(answer.statusCode)
          answer.on('data', (chunk) => (body += String(chunk)))
          answer.on('end', () => resolve(body))
        })
        request.on('error', reject).end()
      })
      expect(text).toMatch(/^400/)
      expect(text).not.toContain('evil.test')
    },
  )

  it('lists the configured public address as server instead', async () => {
    const publicUrl = 'https://api.example.test/registers'
    const publicService = await startTestService({ engine: 'sqlite', config: { publicUrl } })
    const { body } = await publicService.request(null, 'GET', '/openapi.json')
    expect(document.parse(body).servers).toEqual([{ url: publicUrl }])
    await publicService.stop()
  })

  it('contains exactly the operations that a key may call', () => {
    const rows = operationNames.map(operationOf).filter(({ audience }) => audience === 'public')
    const expected = rows.map(({ method, path }) => `${method.toLowerCase()} ${path}`)
    expect(
      all()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual(expected.sort())
    expect(expected.length).toBeGreaterThan(20)
    expect(spec.paths['/v1/keys']).toBeUndefined()
  })

  it('has a unique id for every operation, and the id of the interface for the spend cap', () => {
    const ids = all().map(({ entry }) => entry.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(spec.paths['/v1/usage/api/spend-cap']?.['put']?.operationId).toBe('usage-api-spend-cap')
  })

  it('declares every path parameter, and error responses for every operation', () => {
    for (const { path, entry } of all()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = entry.parameters?.filter((one) => one.in === 'path').map(({ name }) => name) ?? []
      expect(declared, path).toEqual(inPath)
      expect(Object.keys(entry.responses), path).toEqual(
        expect.arrayContaining(['401', '402', '405', '429', '500', '503']),
      )
      const sends = entry.requestBody !== undefined
      expect(['413' in entry.responses, '415' in entry.responses], path).toEqual([sends, sends])
      const takesInput = entry.parameters !== undefined || entry.requestBody !== undefined
      // Paid operations refuse unknown parameters.
      const isPaid = entry.description.startsWith('Charges')
      expect('422' in entry.responses, path).toBe(takesInput || isPaid)
    }
  })

  it('refers only to schemas that exist', () => {
    const refs = [...JSON.stringify(spec).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref)
    expect(refs.length).toBeGreaterThan(20)
    for (const ref of new Set(refs)) expect(Object.keys(spec.components.schemas)).toContain(ref?.split('/').at(-1))
  })

  it('contains the bounds of the spend cap and of a bulk call', () => {
    const cap = JSON.stringify(spec.paths['/v1/usage/api/spend-cap']?.['put']?.requestBody)
    expect(cap).toContain('"minimum":0,"maximum":1000')
    const bulk = JSON.stringify(spec.paths['/v1/monitors/bulk']?.['post']?.requestBody)
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
  ])('lists the refusals of %s', (call, byStatus) => {
    const [method = '', path = ''] = call.split(' ')
    const responses = spec.paths[path]?.[method]?.responses
    for (const [status, names] of Object.entries(byStatus))
      expect(responses?.[status]?.content?.['application/json']?.schema, status).toEqual(refsTo(names))
  })

  it('describes the fields of a refusal besides code and message', () => {
    const wholeNumber = { type: 'integer', minimum: 0 }
    const code = { type: 'string', const: 'monitor_limit' }
    const properties = {
      code,
      message: { type: 'string' },
      limit: wholeNumber,
      current: wholeNumber,
      requested: wholeNumber,
    }
    expect(spec.components.schemas['MonitorLimit']?.['properties']).toEqual({
      detail: { type: 'object', properties, required: Object.keys(properties) },
    })
  })

  it('describes the items of a bulk call, which are still validated one by one', async () => {
    const body = spec.paths['/v1/monitors/bulk']?.['post']?.requestBody?.content['application/json'].schema
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
    const { apiKey } = await service.createAccount()
    const items = [7, { identifier_type: 'nip' }, { identifier_type: 'NIP', identifier_value: '1234563218' }]
    const { status, body: result } = await service.request(apiKey, 'POST', '/v1/monitors/bulk', { items })
    expect([status, result]).toMatchObject([200, { inserted: 1, invalid: [{ index: 0 }, { index: 1 }] }])
  })

  it('lists the fields of a report for its three kinds', () => {
    const { responses, parameters } = spec.paths['/v1/reports/download/{job_id}']?.['get'] ?? {}
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
