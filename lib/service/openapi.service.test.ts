import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'

import { operationNames, operationOf } from '@/lib/contract/table'
import { startTestService, type TestService } from '@/lib/testing/service'

const response = z.object({
  description: z.string().min(1),
  content: z
    .record(z.string(), z.strictObject({ schema: z.looseObject({}), example: z.unknown().optional() }))
    .optional(),
})
/** The part of OpenAPI 3.1 that the document uses, closed: a stray field fails. */
const operation = z.strictObject({
  operationId: z.string().regex(/^[a-zA-Z-]+$/),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(5),
  description: z.string().min(5),
  parameters: z
    .array(
      z.strictObject({
        name: z.string(),
        in: z.enum(['path', 'query']),
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
  info: z.strictObject({ title: z.string(), version: z.literal('0.1.0') }),
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
      expect(Object.keys(described.responses), path).toEqual(expect.arrayContaining(['401', '402', '429']))
      const takes = described.parameters !== undefined || described.requestBody !== undefined
      expect('422' in described.responses, path).toBe(takes)
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
})
