import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { panelContext } from '@/lib/testing/panel-context'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { recordAudit } from './audit'
import { auditHandlers } from './audit-log'

const ENTRIES = 1205

describe.each(engines)('reading the audit log on %s', (engine) => {
  let at: TestService
  let accountId = ''
  beforeAll(async () => {
    at = await startTestService({ engine })
    accountId = (await at.createAccount()).accountId
    // One day apart from midnight in Warsaw, which is 23:00 the day before in UTC.
    const days = ['2026-11-18T22:59:59.000Z', '2026-11-18T23:00:00.000Z', '2026-11-19T22:59:59.000Z']
    for (let n = 0; n < ENTRIES; n += 1) {
      await recordAudit(at.storage, {
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
  afterAll(() => at.stop())

  const context = () => panelContext(at, accountId)
  const list = (query: object) => auditHandlers['audit.list']({ query: { limit: 500, ...query } }, context())

  it('pages through everything, newest first, without a gap', async () => {
    const numbers: number[] = []
    let before: number | undefined
    do {
      const page = await list(before === undefined ? {} : { before })
      numbers.push(...page.items.map(({ number }) => number))
      before = page.next_before ?? undefined
    } while (before !== undefined)
    expect(numbers).toEqual(Array.from({ length: ENTRIES }, (_, n) => ENTRIES - n))
  })

  it('narrows by person, action, target and Warsaw days', async () => {
    const count = async (query: object) => (await list({ ...query, limit: 2000 })).items.length
    expect(await count({ actor: 'a@example.test' })).toBe(402)
    expect(await count({ action: 'filters.update' })).toBe(602)
    expect(await count({ target: 'five' })).toBe(241)
    expect(await count({ actor: 'a@example.test', action: 'filters.update', target: 'five' })).toBe(40)
    expect(await count({ date_from: '2026-11-19', date_to: '2026-11-19' })).toBe(803)
    expect(await count({ date_to: '2026-11-18' })).toBe(402)
    expect(await count({ date_from: '2026-11-20' })).toBe(0)
  })

  it('offers the persons and actions that stand in it', async () => {
    expect(await auditHandlers['audit.facets']({}, context())).toEqual({
      actors: ['a@example.test', 'b@example.test'],
      actions: ['filters.update', 'monitors.delete'],
    })
  })

  it('exports what it was narrowed to as a Polish spreadsheet, harmless, and says so in the log', async () => {
    const query = { action: 'monitors.delete' }
    const answer = await auditHandlers['audit.export']({ query }, context())
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="dziennik-zdarzen-2026-11-20.csv"')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
    const [head = '', first = '', ...rest] = text.split('\r\n')
    expect(head).toMatch(/^\uFEFFnumer;czas;chwila_utc;kto;dzialanie;/)
    expect(first).toMatch(/^1205;2026-11-19 00:00;2026-11-18T23:00:00\.000Z;b@example\.test;monitors\.delete;;/)
    expect(first).toContain('"{""label"":""=1+1204; \\""x\\""""}"')
    // The last line ends, and nothing follows.
    expect(rest).toHaveLength(603)
    expect(rest.at(-1)).toBe('')
    const [newest] = (await list({ limit: 1 })).items
    expect(newest).toMatchObject({ action: 'audit.export', actor: 'owner@example.test', after: query })
    expect(await auditHandlers['audit.verify']({}, context())).toEqual({ entries: ENTRIES + 1, broken_at: null })
  })
})
