import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'

import { operationNames, operationOf, type OperationName } from '@/lib/contract/table'
import { inputsOf, type KnownValues } from '@/lib/testing/calls/arbitrary-input'
import { callOf, type RawInput } from '@/lib/testing/calls/call-of'
import { rounds, seedFor } from '@/lib/testing/rounds'
import { findSampleWorld } from '@/lib/testing/sample-world'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { verifyUsage } from './metering/verify-usage'

const INPUTS = rounds({ long: 10_000, short: 600 })
const SEED = seedFor('generated inputs', 20_261_120)
const publicNames = operationNames.filter((name) => operationOf(name).audience === 'public')

const refusal = z.strictObject({ detail: z.looseObject({ code: z.string(), message: z.string().min(1) }) })
const validation = z.strictObject({
  detail: z
    .array(
      z.strictObject({
        loc: z.array(z.union([z.string(), z.number()])).min(1),
        msg: z.string().min(1),
        type: z.string().min(1),
        input: z.unknown().optional(),
        ctx: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .min(1),
})

/** A call that waits for events lasts as long as its `wait`, and here no events occur. */
function withoutWait(input: RawInput): RawInput {
  const { wait } = input.query ?? {}
  return Number(wait) > 0 && Number(wait) <= 30 ? { ...input, query: { ...input.query, wait: 0 } } : input
}

/** The same inputs run on both engines; each runs half of them, so the total stays at `INPUTS`. */
describe.each(engines)('generated inputs on %s', (engine) => {
  let service: TestService
  let apiKey: string
  let accountId: string
  let knownValues: KnownValues
  beforeAll(async () => {
    service = await startTestService({ engine, content: 'sample' })
    const world = await findSampleWorld(service)
    ;({ apiKey, accountId } = await service.createAccount({ plan: 'enterprise' }))
    knownValues = {
      krs: [world.krs],
      nip: [world.nip],
      id: [world.uokikId, world.rdfDocumentId],
      job_id: [world.dailyReportId],
      q: ['hurtownia', 'za', '%'],
      month: ['2026-11', '2026-10'],
    }
  })
  afterAll(() => service.stop())

  it('never cause a 5xx, an answer outside its schema or a charge without an answer', async () => {
    const perRow = Math.ceil(INPUTS / engines.length / publicNames.length)
    const statuses = new Map<number, number>()
    for (const name of publicNames) {
      const inputs = fc.sample(inputsOf(operationOf(name), knownValues), { numRuns: perRow, seed: SEED })
      for (const input of inputs) {
        const status = await callAndCheck(name, withoutWait(input))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0) * engines.length).toBeGreaterThanOrEqual(
      INPUTS,
    )
    // Fails if the test did not reach both successful and refused calls.
    expect(statuses.get(200)).toBeGreaterThan(perRow * 5)
    expect(statuses.get(422)).toBeGreaterThan(perRow * 5)
    expect(await verifyUsage(service.service.dependencies)).toEqual([])
  })

  async function chargesOf(): Promise<number> {
    const { calls } = await service.storage.db
      .selectFrom('ledger')
      .select((e) => e.fn.sum<number | null>('calls').as('calls'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return calls ?? 0
  }

  async function callAndCheck(name: OperationName, input: RawInput): Promise<number> {
    const row = operationOf(name)
    const before = await chargesOf()
    const { status, body } = await service.request(apiKey, ...callOf(name, input))
    const message = `${name} ${JSON.stringify(input)} → ${status} ${JSON.stringify(body)?.slice(0, 300)}`
    expect(status, message).toBeLessThan(500)
    if (status === row.status) {
      if (row.produces === 'json') expect(row.response.safeParse(body).error, message).toBeUndefined()
    } else if (status === 422) expect(validation.safeParse(body).error, message).toBeUndefined()
    else expect(refusal.safeParse(body).error, message).toBeUndefined()
    expect((await chargesOf()) - before, message).toBe(status === row.status && row.pool !== null ? 1 : 0)
    return status
  }
})
