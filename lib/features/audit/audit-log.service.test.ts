import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { measureYields } from '@/lib/testing/measure-yields'
import { panelContext } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { recordAuditAlone } from './audit'
import { auditHandlers } from './handlers'

const ENTRIES = 1205

describe.each(sqliteOnly)('reading the audit log on %s', (engine) => {
  let service: TestService
  let accountId = ''
  beforeAll(async () => {
    service = await startTestService({ engine })
    accountId = (await service.createAccount()).accountId
    // One day between two midnights in Warsaw, which are at 23:00 UTC of the day before.
    const days = ['2026-11-18T22:59:59.000Z', '2026-11-18T23:00:00.000Z', '2026-11-19T22:59:59.000Z']
    for (let n = 0; n < ENTRIES; n += 1) {
      await recordAuditAlone(service.storage, {
        accountId,
        actor: n % 3 === 0 ? 'a@example.test' : 'b@example.test',
        action: n % 2 === 0 ? 'monitors.delete' : 'filters.update',
        target: n % 5 === 0 ? 'five' : null,
        before: { label: `=1+${n}; "x"` },
        address: '10.0.0.1',
        now: new Date(days[n % 3] ?? ''),
      })
    }
  })
  afterAll(() => service.stop())

  const context = () => panelContext(service, accountId)
  const list = (query: object) => auditHandlers['audit.list']({ query: { limit: 500, ...query } }, context())

  it('pages through all entries, newest first, without a gap', async () => {
    const numbers: number[] = []
    let before: number | undefined
    do {
      const page = await list(before === undefined ? {} : { before })
      numbers.push(...page.items.map(({ number }) => number))
      before = page.next_before ?? undefined
    } while (before !== undefined)
    expect(numbers).toEqual(Array.from({ length: ENTRIES }, (_, n) => ENTRIES - n))
  })

  it('filters by person, action, target and Warsaw days', async () => {
    const count = async (query: object) => (await list({ ...query, limit: 2000 })).items.length
    expect(await count({ actor: 'a@example.test' })).toBe(402)
    expect(await count({ action: 'filters.update' })).toBe(602)
    expect(await count({ target: 'five' })).toBe(241)
    expect(await count({ actor: 'a@example.test', action: 'filters.update', target: 'five' })).toBe(40)
    expect(await count({ date_from: '2026-11-19', date_to: '2026-11-19' })).toBe(803)
    expect(await count({ date_to: '2026-11-18' })).toBe(402)
    expect(await count({ date_from: '2026-11-20' })).toBe(0)
  })

  it('offers the persons and actions that occur in it', async () => {
    expect(await auditHandlers['audit.facets']({}, context())).toEqual({
      actors: ['a@example.test', 'b@example.test'],
      actions: ['filters.update', 'monitors.delete'],
    })
  })

  it('exports the filtered entries as a Polish spreadsheet without active formulas, and records the export', async () => {
    const query = { action: 'monitors.delete' }
    const answer = await auditHandlers['audit.export']({ query: { ...query, language: 'pl' } }, context())
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="dziennik-czynnosci-2026-11-20.csv"')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
    const [head = '', first = '', ...rest] = text.split('\r\n')
    expect(head).toMatch(/^\uFEFFnumer;czas;chwila_utc;kto;dzialanie;/)
    expect(first).toMatch(/^1205;2026-11-19 00:00;2026-11-18T23:00:00\.000Z;b@example\.test;Usunięcie monitora;/)
    expect(first).toContain(';monitors.delete;')
    expect(first).toContain('"{""label"":""=1+1204; \\""x\\""""}"')
    // The last line is terminated, and nothing follows.
    expect(rest).toHaveLength(603)
    expect(rest.at(-1)).toBe('')
    const [newest] = (await list({ limit: 1 })).items
    expect(newest).toMatchObject({ action: 'audit.export', actor: 'owner@example.test', after: query })
    expect(await auditHandlers['audit.verify']({}, context())).toEqual({
      entries: ENTRIES + 1,
      broken_at: null,
      problem: null,
      kept_from: 1,
      keyed_from: 1,
      anchors: null,
      last_anchor: null,
    })
  })

  const exportReader = async (signal?: AbortSignal) => {
    const request = new Request('http://panel.invalid/', { signal: signal ?? null })
    const answer = await auditHandlers['audit.export'](
      { query: { language: 'pl' } },
      panelContext(service, accountId, { request }),
    )
    if (!answer.body) throw new Error('the export has no body')
    return answer.body.getReader()
  }

  it('yields to other work during an export', async () => {
    const reader = await exportReader()
    const { count } = await measureYields(async () => {
      while (!(await reader.read()).done);
    })
    expect(count).toBeGreaterThan(5)
  })

  it('stops an export whose request is aborted', async () => {
    const controller = new AbortController()
    const reader = await exportReader(controller.signal)
    await reader.read()
    controller.abort(new Error('gone away'))
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow('gone away')
  })

  it('names a statement by its month and a report by its content, even when only another entry has them', async () => {
    const { accountId: other } = await service.createAccount()
    const [pack, report, alert] = [randomUUID(), randomUUID(), randomUUID()]
    const events = [
      { action: 'pack.freeze', target: pack, after: { period_start: '2026-09-30T22:00:00.000Z', pdf_sha256: 'ab' } },
      { action: 'reports.create', target: report, after: { source: 'krz', format: 'csv', date_from: '2026-11-01' } },
      { action: 'reports.delete', target: report },
      { action: 'spendAlert.create', target: alert, after: { basis: 'cap', measure: 'actual', thresholds: [80] } },
      { action: 'spendAlert.test', target: alert, after: { recipients: ['a@example.test'] } },
    ] as const
    for (const event of events)
      await recordAuditAlone(service.storage, {
        ...event,
        accountId: other,
        actor: 'a@example.test',
        now: service.clock.now(),
      })
    const answer = await auditHandlers['audit.export']({ query: { language: 'pl' } }, panelContext(service, other))
    const lines = (await answer.text()).replaceAll('\u00A0', ' ').split('\r\n').slice(1, -1)
    const targets = lines.map((line) => line.split(';')[5])
    expect(targets).toEqual([
      '',
      'alert wydatków: 80% limitu wydatków',
      'alert wydatków: 80% limitu wydatków',
      '"raport: KRZ, CSV, 1 lis 2026"',
      '"raport: KRZ, CSV, 1 lis 2026"',
      'zestawienie: październik 2026',
    ])
  })
})
