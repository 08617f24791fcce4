import { randomUUID } from 'node:crypto'

import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isPaid } from '@/lib/contract/operation'
import { operationNames, operationOf, type OperationName } from '@/lib/contract/table'
import { panelOperationNames, panelOperationOf, type PanelOperationName } from '@/lib/features/contract'
import { panelHandlers } from '@/lib/features/handlers'
import type { PanelContext } from '@/lib/panel/context'
import { createService } from '@/lib/service/service'
import { isOutage } from '@/lib/storage/engine/outage'
import { openUnmigrated } from '@/lib/storage/open'
import type { Storage } from '@/lib/storage/storage'
import { callOf, type RawInput } from '@/lib/testing/calls/call-of'
import { goodCalls, type PublicName } from '@/lib/testing/calls/contract-calls'
import { panelContext } from '@/lib/testing/panel-context'
import { postgresUrl } from '@/lib/testing/postgres'
import { rounds } from '@/lib/testing/rounds'
import { findSampleWorld } from '@/lib/testing/sample-world'
import { startTestService, type TestService } from '@/lib/testing/service'
import { copyStore, type TestStore } from '@/lib/testing/stores'

const isPublic = (name: OperationName): name is PublicName => operationOf(name).audience === 'public'
const publicReads = operationNames.filter(isPublic).filter((name) => operationOf(name).method === 'GET')
const free = publicReads.filter((name) => operationOf(name).pool === null)
const paid = publicReads.filter((name) => operationOf(name).pool !== null)
const pages = panelOperationNames.filter((name) => {
  const operation = panelOperationOf(name)
  return operation.method === 'GET' && !isPaid(operation)
})

const FILE_DOWNLOADS: ReadonlySet<PublicName> = new Set(['reports.download'])

/** Only in the long run: it calls every operation on the sample data. */
const isLong = rounds({ long: 1, short: 0 }) === 1

describe.skipIf(postgresUrl === null || !isLong)('a read-only PostgreSQL', () => {
  let store: TestStore
  let testService: TestService
  let storage: Storage
  let readOnly: TestService
  let account: { accountId: string; apiKey: string }
  const calls = new Map<PublicName, Request>()
  beforeAll(async () => {
    store = await copyStore('postgres', 'sample')
    const url = store.databaseUrl ?? ''
    testService = await startTestService({ engine: 'postgres', databaseUrl: url })
    account = await testService.createAccount()
    const caller = { on: testService, apiKey: account.apiKey, world: await findSampleWorld(testService) }
    for (const name of publicReads) {
      const input: RawInput = await Promise.resolve(goodCalls[name](caller))
      const [method, path] = callOf(name, input)
      calls.set(name, new Request(`http://localhost${path}`, { method, headers: { 'x-api-key': account.apiKey } }))
    }
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(`alter database ${client.database ?? ''} set default_transaction_read_only = on`)
    await client.end()
    // Connections opened before may still write.
    const { dependencies } = testService.service
    storage = openUnmigrated({ dataDir: dependencies.config.dataDir, databaseUrl: url })
    const service = createService({ ...dependencies, storage })
    readOnly = { ...testService, storage, service }
  })
  afterAll(async () => {
    await storage.close()
    await testService.stop()
    await store.remove()
  })

  const statusesOf = async (names: readonly PublicName[]) => {
    const statuses: [PublicName, number | undefined][] = []
    for (const name of names) {
      const request = calls.get(name)
      const answer = request && (await readOnly.service.handle(request))
      await answer?.body?.cancel()
      statuses.push([name, answer?.status])
    }
    return statuses
  }

  it('answers all free calls, except file downloads, which are recorded in the audit log first', async () => {
    expect(await statusesOf(free)).toEqual(free.map((name) => [name, FILE_DOWNLOADS.has(name) ? 503 : 200]))
  })

  it('answers no paid call, and reports the store as unavailable', async () => {
    const statuses = await statusesOf(paid)
    expect(statuses.filter(([, status]) => status !== 503 && status !== 402)).toEqual([])
    expect(statuses.filter(([, status]) => status === 503).length).toBeGreaterThan(10)
  })

  it('answers all reads of panel pages, except the export of the audit log', async () => {
    const context = panelContext(readOnly, account.accountId)
    const unavailable = []
    for (const name of pages) if (await isUnavailable(name, context)) unavailable.push(name)
    expect(pages.length).toBeGreaterThan(40)
    expect(unavailable).toEqual(['audit.export'])
  })
})

/** Whether an operation fails because the store is read-only, rather than for its invented input. */
async function isUnavailable(name: PanelOperationName, context: PanelContext): Promise<boolean> {
  // Safe: every handler takes the input of its operation; one that rejects the invented input is not counted.
  const handle = panelHandlers[name] as (input: object, context: PanelContext) => Promise<unknown>
  const { query } = panelOperationOf(name)
  try {
    await handle({ params: { id: randomUUID() }, query: query?.safeParse({}).data ?? {} }, context)
    return false
  } catch (error) {
    return isOutage(error)
  }
}
