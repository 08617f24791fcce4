import { randomUUID } from 'node:crypto'

import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createClient, type FetchApi } from '@/lib/client/client'
import { coverageHandlers } from '@/lib/features/certificates/handlers'
import type { PanelContext } from '@/lib/panel/context'
import { noMail } from '@/lib/panel/mail/mailer'
import { up } from '@/lib/storage/migrations/014-tag-changes'
import { krsOf, peselOf } from '@/lib/testing/identifiers'
import { fetchAs, panelContext, sendsNothing } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import type { BulkTagRun } from './contract'
import { bulkTagsForgetJob } from './forget-job'
import { bulkTagHandlers } from './handlers'

const BULK_TAG = '/v1/monitors/bulk-tag'

describe.each(sqliteOnly)('bulk changes in the history of a monitor, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  let subject = 1
  async function createMonitors(...sets: string[][]) {
    const { accountId } = await service.createAccount()
    const ids: string[] = []
    for (const tags of sets) {
      const body = { identifier_type: 'krs', identifier_value: krsOf((subject += 1)), tags }
      ids.push(
        (await service.requestAs<{ id: string }>(service.principalOf(accountId), 'POST', '/v1/monitors', body)).body.id,
      )
    }
    return { accountId, ids }
  }
  const actAs = (accountId: string, email: string, overrides: Partial<PanelContext> = {}) =>
    panelContext(service, accountId, { email, requestId: randomUUID(), ...overrides })

  async function start(context: PanelContext, ids: string[], change: { add: string[]; remove: string[] }) {
    const { changing } = await bulkTagHandlers['bulkTags.plan']({ body: { ids, ...change } }, context)
    const body = { id: randomUUID(), ids, ...change, expected: changing }
    return bulkTagHandlers['bulkTags.start']({ body }, context)
  }
  async function run(context: PanelContext, { job, chunks }: BulkTagRun) {
    for (const { number } of chunks) await bulkTagHandlers['bulkTags.run']({ params: { id: job.id, number } }, context)
    return job.id
  }
  const undo = (context: PanelContext, id: string) => bulkTagHandlers['bulkTags.undo']({ params: { id } }, context)
  async function historyOf(accountId: string, id = '') {
    const { items } = await coverageHandlers['coverage.history']({ params: { id } }, actAs(accountId, 'reader'))
    return items.map(({ at: time, actor, action, tags }) => ({ at: time, actor, action, ...tags }))
  }
  const now = () => service.clock.now().toISOString()

  it('show what happened to this monitor, when and by whom, and that it was undone', async () => {
    const { accountId, ids } = await createMonitors([], ['x', 'y'], ['x'])
    const [untagged, both, unchanged] = ids
    const changedAt = now()
    const context = actAs(accountId, 'a@x')
    const job = await run(context, await start(context, ids, { add: ['x'], remove: ['y'] }))
    const change = { at: changedAt, actor: 'a@x', action: 'bulkTags.change', undone: null }
    expect(await historyOf(accountId, untagged)).toEqual([{ ...change, added: ['x'], removed: [] }])
    expect(await historyOf(accountId, both)).toEqual([{ ...change, added: [], removed: ['y'] }])
    expect(await historyOf(accountId, unchanged)).toEqual([])

    service.clock.advance(60_000)
    const undoneAt = now()
    await run(actAs(accountId, 'b@x'), await undo(actAs(accountId, 'b@x'), job))
    const undone = { at: undoneAt, actor: 'b@x' }
    expect(await historyOf(accountId, both)).toEqual([
      { ...undone, action: 'bulkTags.undo', added: ['y'], removed: [], undone: null },
      { ...change, added: [], removed: ['y'], undone },
    ])
  })

  it('are not shown as undone where the undo changed nothing', async () => {
    const { accountId, ids } = await createMonitors([], [])
    const context = actAs(accountId, 'a@x')
    const job = await run(context, await start(context, ids, { add: ['x'], remove: [] }))
    await service.requestAs(service.principalOf(accountId), 'POST', BULK_TAG, { ids: [ids[0]], remove: ['x'] })
    await run(context, await undo(context, job))
    expect(await historyOf(accountId, ids[0])).toMatchObject([{ action: 'bulkTags.change', undone: null }])
    expect(await historyOf(accountId, ids[1])).toMatchObject([{}, { undone: { actor: 'a@x' } }])
  })

  it('contain one entry for a call whose answer was lost, with the time at which it was sent', async () => {
    const { accountId, ids } = await createMonitors([])
    const loseAnswers = createClient(async (...[path, init]: Parameters<FetchApi>) => {
      const request = new Request(`http://upstream.invalid${path}`, init)
      const answer = await service.service.handleFor(service.principalOf(accountId), request)
      if (path === BULK_TAG) throw new TypeError('fetch failed')
      return answer
    })
    const callService: PanelContext['callService'] = (name, input) => loseAnswers(name, input)
    const started = await start(actAs(accountId, 'a@x'), ids, { add: ['x'], remove: [] })
    const sentAt = now()
    await expect(run(actAs(accountId, 'a@x', { callService }), started)).rejects.toThrow()
    expect(await historyOf(accountId, ids[0])).toEqual([])
    service.clock.advance(60_000)
    await run(actAs(accountId, 'b@x'), await undo(actAs(accountId, 'b@x'), started.job.id))
    const undone = { at: now(), actor: 'b@x' }
    expect(await historyOf(accountId, ids[0])).toMatchObject([
      { action: 'bulkTags.undo', removed: ['x'] },
      { action: 'bulkTags.change', at: sentAt, actor: 'a@x', added: ['x'], undone },
    ])
  })

  it('remain when the change itself is deleted, only in their account and without personal numbers', async () => {
    const { accountId, ids } = await createMonitors([])
    const other = await createMonitors([])
    const tag = `umowa ${peselOf(7)}`
    await run(actAs(accountId, 'a@x'), await start(actAs(accountId, 'a@x'), ids, { add: [tag], remove: [] }))
    service.clock.advance(100 * 86_400_000)
    const { storage, log, dataDir, callService } = actAs(accountId, 'a@x')
    await bulkTagsForgetJob.run({
      storage,
      log,
      dataDir,
      clock: () => service.clock.now(),
      mail: noMail,
      ...sendsNothing,
      isEmbedded: true,
      callFor: () => callService,
      fetchFor: ({ id }) => fetchAs(service, id),
    })
    const masked = tag.replace(/(\d\d)\d{7}(\d\d)$/, '$1•••••••$2')
    expect(await historyOf(accountId, ids[0])).toMatchObject([{ added: [masked] }])
    expect(await historyOf(other.accountId, ids[0])).toEqual([])
    const { rows } = await sql<{ added: string }>`select added from tag_changes`.execute(service.storage.db)
    expect(JSON.stringify(rows)).not.toContain(peselOf(7))
  })

  it('are migrated from the steps stored before the history existed', async () => {
    const { accountId, ids } = await createMonitors([], ['y'])
    const context = actAs(accountId, 'a@x')
    const job = await run(context, await start(context, ids, { add: ['x'], remove: ['y'] }))
    await run(context, await undo(context, job))
    const before = await Promise.all(ids.map((id) => historyOf(accountId, id)))
    const { db } = service.storage
    await db.schema.dropTable('tag_change_monitors').execute()
    await db.schema.dropTable('tag_changes').execute()
    await db.schema.alterTable('bulk_tag_steps').dropColumn('sent_at').execute()
    // Safe: migrations are untyped.
    await up(db as unknown as Kysely<unknown>, engine)
    expect(await Promise.all(ids.map((id) => historyOf(accountId, id)))).toEqual(before)
    expect(before[1]).toHaveLength(2)
  })

  it('are part of the certificate', async () => {
    const { accountId, ids } = await createMonitors([])
    const context = actAs(accountId, 'a@x')
    await run(context, await start(context, ids, { add: ['zbiorczy'], remove: [] }))
    const answer = await coverageHandlers['coverage.certificate']({ params: { id: ids[0] ?? '' }, query: {} }, context)
    const { extractText, getDocumentProxy } = await import('unpdf')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
    expect(text).toContain('zmiana tagów wielu monitorów')
    expect(text).toContain('dodano: zbiorczy')
  })
})
