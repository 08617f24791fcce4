import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it as onBoth } from 'vitest'

import { auditHandlers } from '@/lib/features/audit/handlers'
import { readMonitorChanges } from '@/lib/features/certificates/timeline'
import type { PanelContext } from '@/lib/panel/context'
import { insertCompany } from '@/lib/testing/companies'
import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'
import { panelContext } from '@/lib/testing/panel-context'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { itOnOneEngine } from '@/lib/testing/statements/it-on-one-engine'

import { importHandlers } from './handlers'
import { importsUndoJob } from './undo-job'

const ID = '5f0c5a1e-3a1b-4c55-8a8f-0d8f6a1b2c3d'
const noStep = { sent: [], tagged: [], removed: [], untagged: [] }
type Subject = {
  readonly type: 'nip' | 'krs' | 'pesel'
  readonly value: string
  readonly tags: string[]
  readonly line?: number
}

describe.each(engines)('import records on %s', (engine) => {
  const it = itOnOneEngine(engine)
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  const beginImport = async () => {
    const { accountId } = await service.createAccount({ plan: 'enterprise' })
    const context = panelContext(service, accountId, { email: 'ewa@acme.test' })
    await context.callService('monitors.create', { body: { identifier_type: 'nip', identifier_value: nipOf(1) } })
    service.clock.advance(1000)
    const id = crypto.randomUUID()
    const body = { kind: 'import' as const, file_name: 'lista 44051401359.csv', tag: null, subjects: 3 }
    await importHandlers['imports.start']({ params: { id }, body }, context)
    service.clock.advance(1000)
    return { id, context: { ...context, now: service.clock.now() } }
  }
  const createMonitors = async ({ callService }: PanelContext, subjects: readonly Subject[]) => {
    const items = subjects.map(({ type, value }) => ({
      identifier_type: type,
      identifier_value: value,
      label: 'z listy',
    }))
    await callService('monitors.bulkCreate', { body: { items } })
    const { items: monitors } = await callService('monitors.list', { query: { limit: 1000 } })
    return monitors.filter(({ label }) => label === 'z listy')
  }
  const subjects: readonly Subject[] = [
    { type: 'nip', value: nipOf(2), tags: [] },
    { type: 'krs', value: krsOf(3), tags: [] },
    { type: 'pesel', value: peselOf(4), tags: [] },
  ]
  const record = async (context: PanelContext, id: string, step: object) => {
    await importHandlers['imports.record']({ params: { id }, body: { ...noStep, ...step } }, context)
  }
  const monitorsOf = async (context: PanelContext, id: string) =>
    (await importHandlers['imports.monitors']({ params: { id }, query: { limit: 1000 } }, context)).items

  it('list the added monitors once, and persons by a hash', async () => {
    const { id, context } = await beginImport()
    const monitors = await createMonitors(context, subjects)
    // One that existed before, and one that failed.
    const sent = [...subjects, { type: 'nip', value: nipOf(1), tags: [] }, { type: 'nip', value: nipOf(9), tags: [] }]
    for (let attempt = 0; attempt < 2; attempt += 1) await record(context, id, { sent })
    await importHandlers['imports.finish']({ params: { id } }, context)
    await importHandlers['imports.finish']({ params: { id } }, context)
    const items = await monitorsOf(context, id)
    expect(items.map(({ monitor_id }) => monitor_id)).toEqual(monitors.map(({ id: monitor }) => monitor).toSorted())
    const person = items.find(({ identifier_type }) => identifier_type === 'pesel')
    expect(person?.identifier).toMatch(/^\d\d•{7}\d\d #[0-9a-f]{16}$/)
    const { items: imports } = await importHandlers['imports.list']({ query: { limit: 10 } }, context)
    expect(imports).toMatchObject([
      {
        id,
        file_name: 'lista 44•••••••59.csv',
        state: 'done',
        effects: { added: 3, tagged: 0 },
        actor: 'ewa@acme.test',
      },
    ])
    const log = await auditHandlers['audit.list']({ query: { limit: 10, action: 'imports.finish' } }, context)
    expect(log.items).toMatchObject([{ target: id, after: { kind: 'import', subjects: 3, added: 3 } }])
    expect(JSON.stringify([imports, items, log])).not.toContain(peselOf(4))
  })

  const SHA256 = 'a'.repeat(64)
  const rejections = (person: string) => [
    { place: 0, line: 3, kind: 'refused' as const, type: 'nip', identifier: '5261040827', label: 'A', reason: 'suma' },
    // Mistyped, so that it is not recognised as a person's: its digits still reveal a date of birth.
    {
      place: 1,
      line: 4,
      kind: 'refused' as const,
      type: 'other',
      identifier: `${person.slice(0, 10)}x1`,
      label: person,
      reason: 'r',
    },
    { place: 2, line: 9, kind: 'repeated' as const, type: 'pesel', identifier: person, label: '', reason: 'jak 2' },
    {
      place: 1_000_000,
      line: 12,
      kind: 'service' as const,
      type: 'other',
      identifier: nipOf(5),
      label: '',
      reason: 'no',
    },
  ]

  it('show how much of the list was sent, and export the rest as a file without personal numbers', async () => {
    const { id, context } = await beginImport()
    const list = { rows: 50_000, refused: 1535, repeated: 1501, file_sha256: SHA256 }
    const importBody = { kind: 'import' as const, file_name: '40-prawdziwe.csv', tag: null, subjects: 46_964, list }
    const other = crypto.randomUUID()
    // The list's details are sent once all rejections are stored; starting again does not erase them.
    await importHandlers['imports.start']({ params: { id: other }, body: { ...importBody, list: undefined } }, context)
    for (const listDetails of [list, undefined, { ...list, refused: 0 }])
      await importHandlers['imports.start'](
        { params: { id: other }, body: { ...importBody, list: listDetails } },
        context,
      )
    for (let attempt = 0; attempt < 2; attempt += 1)
      await importHandlers['imports.reject'](
        { params: { id: other }, body: { items: rejections(peselOf(4)) } },
        context,
      )
    await importHandlers['imports.finish']({ params: { id: other } }, context)
    expect(await importHandlers['imports.get']({ params: { id: other } }, context)).toMatchObject({
      list_rows: 50_000,
      list_refused: 1535,
      list_repeated: 1501,
      service_refused: 1,
      file_sha256: SHA256,
    })
    // An import started by an older page has no details of its list.
    const before = await importHandlers['imports.get']({ params: { id } }, context)
    expect(before).toMatchObject({ list_rows: null, list_refused: null, file_sha256: null, service_refused: 0 })

    const file = await importHandlers['imports.rejections']({ params: { id: other } }, context)
    const bytes = new Uint8Array(await file.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    expect(text).not.toContain(peselOf(4))
    expect(text).not.toContain(peselOf(4).slice(0, 10))
    const rows = text
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(';'))
    expect(rows.map(([line, kind]) => [line, kind])).toEqual([
      ['wiersz', 'rodzaj'],
      ['3', 'odrzucony'],
      ['4', 'odrzucony'],
      ['9', 'powtórzony'],
      ['12', 'odrzucony przez usługę'],
    ])
    expect(rows[3]?.[2]).toMatch(/^\d\d•{7}\d\d #[0-9a-f]{16}$/)
    const log = await auditHandlers['audit.list']({ query: { limit: 5 } }, context)
    expect(log.items).toMatchObject([
      {
        action: 'imports.rejections',
        target: other,
        after: { file: '40-prawdziwe.csv', rows: 4, sha256: createHash('sha256').update(bytes).digest('hex') },
      },
      {
        action: 'imports.finish',
        after: { file: '40-prawdziwe.csv', rows: 50_000, refused: 1535, repeated: 1501, sha256: SHA256 },
      },
    ])
  })

  it('appear in the history of the monitor', async () => {
    const { id, context } = await beginImport()
    const [monitor] = await createMonitors(context, subjects.slice(0, 1))
    await record(context, id, { sent: subjects.slice(0, 1) })
    expect(await readMonitorChanges(context, monitor?.id ?? '')).toMatchObject([
      {
        action: 'imports.added',
        actor: 'ewa@acme.test',
        import: { id, file_name: 'lista 44•••••••59.csv', subjects: 3 },
      },
    ])
  })

  it('store a hash for a person whose number was masked in the page', async () => {
    const { id, context } = await beginImport()
    const monitors = await createMonitors(context, subjects)
    const person = monitors.find(({ identifier_type }) => identifier_type === 'pesel')
    await record(context, id, { untagged: [{ id: person?.id ?? '', type: 'pesel', label: '', tags: ['a'] }] })
    const [recorded] = await monitorsOf(context, id)
    expect(recorded?.identifier).toMatch(/^\d\d•{7}\d\d #[0-9a-f]{16}$/)
  })

  it('are undone in parts, and report monitors that were changed, deleted or cannot be added again', async () => {
    const { id, context } = await beginImport()
    const { callService } = context
    const monitors = await createMonitors(context, subjects)
    const idOf = (type: string) => monitors.find(({ identifier_type }) => identifier_type === type)?.id ?? ''
    await record(context, id, {
      sent: subjects,
      removed: [
        { id: 'gone-company', type: 'nip', value: nipOf(7), label: 'dawny', tags: ['a'] },
        { id: 'gone-person', type: 'pesel', value: peselOf(8), label: '', tags: [] },
      ],
    })
    await importHandlers['imports.finish']({ params: { id } }, context)
    await callService('monitors.update', { params: { id: idOf('krs') }, body: { label: 'ktoś zmienił' } })
    await callService('monitors.delete', { params: { id: idOf('pesel') } })
    const undo = () => importHandlers['imports.undo']({ params: { id }, body: { limit: 2 } }, context)
    const remainingCounts = [(await undo()).left, (await undo()).left, (await undo()).left]
    expect(remainingCounts).toEqual([3, 1, 0])
    const states = new Map((await monitorsOf(context, id)).map(({ monitor_id, state }) => [monitor_id, state]))
    expect(Object.fromEntries(states)).toEqual({
      [idOf('nip')]: 'undone',
      [idOf('krs')]: 'changed',
      [idOf('pesel')]: 'gone',
      'gone-company': 'undone',
      'gone-person': 'person',
    })
    const { items } = await callService('monitors.list', { query: { limit: 100 } })
    const remaining = items.map(({ identifier_value, label, tags }) => [identifier_value, label, tags])
    expect(remaining).toContainEqual([nipOf(7), 'dawny', ['a']])
    expect(remaining).toContainEqual([krsOf(3), 'ktoś zmienił', []])
    expect(remaining).toHaveLength(3)
    const { items: log } = await auditHandlers['audit.list']({ query: { limit: 5, action: 'imports.undo' } }, context)
    expect(log).toMatchObject([{ target: id, after: { restored: 2, skipped: 3 } }])
  })

  it('reject a second undo and show who did the first', async () => {
    const { id, context } = await beginImport()
    await createMonitors(context, subjects.slice(0, 1))
    await record(context, id, { sent: subjects.slice(0, 1) })
    await importHandlers['imports.finish']({ params: { id } }, context)
    const undo = (actor: PanelContext) => importHandlers['imports.undo']({ params: { id }, body: { limit: 10 } }, actor)
    expect(await undo(context)).toMatchObject({ state: 'undone', undone: 1, left: 0 })
    const later = { ...context, user: { ...context.user, email: 'jan@acme.test' } }
    await expect(undo(later)).rejects.toMatchObject({ code: 'conflict' })
    expect(await importHandlers['imports.get']({ params: { id } }, context)).toMatchObject({
      undone_by: 'ewa@acme.test',
      kept: { added: 0, tagged: 0, removed: 0, untagged: 0 },
    })
  })

  it('show before the undo how many removed monitors cannot be added again', async () => {
    const { id, context } = await beginImport()
    await record(context, id, {
      removed: [
        { id: crypto.randomUUID(), type: 'nip', value: nipOf(7), label: '', tags: [] },
        { id: crypto.randomUUID(), type: 'nip', value: nipOf(8), label: `dłużnik ${peselOf(5)}`, tags: [] },
        { id: crypto.randomUUID(), type: 'pesel', value: peselOf(8), label: '', tags: [] },
      ],
    })
    const [first] = (await importHandlers['imports.list']({ query: { limit: 10 } }, context)).items
    expect(first).toMatchObject({ kept: { removed: 3 }, persons: 2 })
  })

  it('continue to be undone by the job when the page that started the undo is closed', async () => {
    const { id, context } = await beginImport()
    const monitors = await createMonitors(context, subjects)
    await record(context, id, { sent: subjects })
    await importHandlers['imports.undo']({ params: { id }, body: { limit: 1 } }, context)
    const { storage, clock } = service
    const jobDependencies = {
      ...context,
      storage,
      clock: () => clock.now(),
      callFor: () => context.callService,
      fetchFor: () => context.fetchService,
    }
    await importsUndoJob.run(jobDependencies)
    const updatedImport = await importHandlers['imports.get']({ params: { id } }, context)
    expect(updatedImport).toMatchObject({ state: 'undone', undone: 3, undone_by: 'ewa@acme.test' })
    const { items: log } = await auditHandlers['audit.list']({ query: { limit: 5, action: 'imports.undo' } }, context)
    expect(log).toMatchObject([{ target: id, actor: 'ewa@acme.test', after: { restored: 3, skipped: 0 } }])
    const [monitor] = monitors
    expect(await readMonitorChanges(context, monitor?.id ?? '')).toMatchObject([
      { action: 'imports.added', import: { undone: { actor: 'ewa@acme.test' } } },
    ])
  })

  onBoth('are undone once when several requests undo at the same time', async () => {
    const { id, context } = await beginImport()
    await createMonitors(context, subjects)
    await record(context, id, { sent: subjects })
    const undo = (requestId: string) =>
      importHandlers['imports.undo']({ params: { id }, body: { limit: 100 } }, { ...context, requestId })
    const results = await Promise.allSettled(['one', 'two', 'three'].map(undo))
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await importHandlers['imports.get']({ params: { id } }, context)).toMatchObject({ undone: 3, skipped: 0 })
    const { items: log } = await auditHandlers['audit.list']({ query: { limit: 5, action: 'imports.undo' } }, context)
    expect(log).toHaveLength(1)
  })

  it('list the rows that the register does not name, and delete only those that are unchanged', async () => {
    const { id, context } = await beginImport()
    const company = await insertCompany(service.storage)
    const list = [
      { type: 'nip' as const, value: nipOf(20), tags: [], line: 12 },
      { type: 'krs' as const, value: company.krs ?? '', tags: [], line: 3 },
      { type: 'pesel' as const, value: peselOf(21), tags: [], line: 4 },
      { type: 'krs' as const, value: krsOf(22), tags: [], line: 5 },
    ]
    const monitors = await createMonitors(context, list)
    const idOf = (line: number) =>
      monitors.find(({ identifier_value }) => identifier_value === list.find((each) => each.line === line)?.value)?.id
    await record(context, id, { sent: list })
    const query = { unnamed: 'true' as const, by_line: 'true' as const, limit: 10 }
    const { items, next_after } = await importHandlers['imports.monitors']({ params: { id }, query }, context)
    expect(items.map(({ line, monitor_id, named }) => [line, monitor_id, named])).toEqual([
      [5, idOf(5), false],
      [12, idOf(12), false],
    ])
    expect(next_after).toBeNull()
    await context.callService('monitors.update', { params: { id: idOf(12) ?? '' }, body: { label: 'a jednak' } })
    const removal = await importHandlers['imports.removeUnnamed']({ params: { id }, body: { limit: 100 } }, context)
    expect(removal).toMatchObject({ left: 0, unnamed: 0, undone: 1, skipped: 1, state: 'running' })
    const { items: remaining } = await context.callService('monitors.list', { query: { limit: 100 } })
    expect(remaining.map((monitor) => monitor.id)).toEqual(expect.arrayContaining([idOf(3), idOf(4), idOf(12)]))
    expect(remaining.map((monitor) => monitor.id)).not.toContain(idOf(5))
    const action = 'imports.removeUnnamed'
    const { items: log } = await auditHandlers['audit.list']({ query: { limit: 5, action } }, context)
    expect(log).toMatchObject([{ target: id, after: { removed: 1, skipped: 1 } }])
  })

  it('are not visible to another account', async () => {
    const { id } = await beginImport()
    const other = panelContext(service, (await service.createAccount()).accountId)
    await expect(monitorsOf(other, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(record(other, ID, {})).rejects.toMatchObject({ code: 'not_found' })
    expect(await importHandlers['imports.list']({ query: { limit: 10 } }, other)).toEqual({ items: [] })
  })
})
