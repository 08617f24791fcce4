import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { operationOf } from '@/lib/contract/table'
import { callOf, type RawInput } from '@/lib/testing/calls/call-of'
import { goodCalls, type PublicName, type SampleWorld } from '@/lib/testing/calls/contract-calls'
import { findSampleWorld } from '@/lib/testing/sample-world'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { settler } from '@/lib/testing/settle-ids'

import { createKeyForAccount, findAccountNamed } from '../accounts/accounts'

const FILE = fileURLToPath(new URL('openapi-examples.json', import.meta.url))
/** `UPDATE_EXAMPLES=on npx vitest run --project service openapi-examples` records them again. */
const isRecording = process.env['UPDATE_EXAMPLES'] === 'on'

const names = Object.keys(goodCalls).filter((name): name is PublicName => name in goodCalls)

describe.each(isRecording ? engines.slice(0, 1) : engines)('the examples of the API description on %s', (engine) => {
  let service: TestService
  let world: SampleWorld
  beforeAll(async () => {
    service = await startTestService({ engine, content: 'sample' })
    world = await findSampleWorld(service)
  })
  afterAll(() => service.stop())

  it('match the answers of the service', async () => {
    const { dependencies } = service.service
    const account = await findAccountNamed(dependencies, 'demo-enterprise')
    const { secret } = await createKeyForAccount(dependencies, account?.id ?? '', { name: 'examples' })
    const settle = settler()
    const recorded: Record<string, { input: unknown; answer?: unknown }> = {}
    for (const name of names) {
      const input: RawInput = await Promise.resolve(goodCalls[name]({ on: service, apiKey: secret, world }))
      const { status, body } = await service.request(secret, ...callOf(name, input))
      expect(status, name).toBe(operationOf(name).status)
      const isJson = operationOf(name).produces === 'json'
      recorded[name] = { input: settle(input), ...(isJson ? { answer: settle(body) } : {}) }
    }
    expect(names.length).toBeGreaterThan(40)
    if (isRecording) writeFileSync(FILE, `${JSON.stringify(recorded, undefined, 2)}\n`)
    expect(recorded).toEqual(JSON.parse(readFileSync(FILE, 'utf8')))
  })
})
