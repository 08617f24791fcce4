import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it as onBoth } from 'vitest'

import { type Filter, type FilterContent, type FilterCoverage, type FilterUse } from '@/lib/contract/filters'
import type { Monitor } from '@/lib/contract/monitors'
import { nameKey } from '@/lib/domain/name-key'
import { rng, type Rng } from '@/lib/sample/rng'
import { liveAnnouncements } from '@/lib/testing/announced-days'
import { createCaller } from '@/lib/testing/caller'
import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'
import { rounds, seedFor } from '@/lib/testing/rounds'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { itOnOneEngine } from '@/lib/testing/statements/it-on-one-engine'

import { publish } from './publish'

const FILTERS = rounds({ long: 300, short: 20 })

/** Makes a filter of random values from the announcements and of values that occur in none. */
function makeContent(random: Rng, rows: readonly Row[]): Partial<FilterContent> {
  const some = (values: readonly (string | null)[], chance: number) => [
    ...new Set(values.flatMap((value) => (value !== null && random.chance(chance) ? [value] : []))),
  ]
  const chance = random.pick([0, 0.002, 0.02, 0.2])
  const pickSome = (pick: (one: Row) => string | null) => (random.chance(0.5) ? some(rows.map(pick), chance) : [])
  return {
    krs: [...pickSome(({ krs }) => krs), krsOf(random.int(1, 500))],
    nip: [...pickSome(({ nip }) => nip), nipOf(random.int(1, 500))],
    regon: pickSome(({ regon }) => regon),
    pesel: [...pickSome(({ pesel }) => pesel), peselOf(random.int(1, 500))],
    subject_id: pickSome(({ subject_id }) => subject_id),
    krz_signature: pickSome(({ source, signature }) => (source === 'krz' ? signature : null)),
    name: pickSome(({ name }) => (nameKey(name) === '' ? null : nameKey(name).split(' ').slice(0, 2).join(' '))),
  }
}

type Row = Readonly<Record<'krs' | 'nip' | 'pesel' | 'regon' | 'subject_id' | 'signature', string | null>> & {
  readonly source: string
  readonly name: string
  readonly day: string
}

/** Evaluates one announcement after another, naively: by its numbers, those of its subject, and its words. */
function countByHand(content: Partial<FilterContent>, rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>()
  const has = (list: keyof FilterContent, value: string | null) =>
    value !== null && (content[list] ?? []).includes(value)
  const numbers = ['krs', 'nip', 'regon', 'pesel', 'subject_id'] as const
  for (const one of rows) {
    const isMatch =
      numbers.some((list) => has(list, one[list])) ||
      (one.source === 'krz' && has('krz_signature', one.signature)) ||
      (content.name ?? []).some((name) => ` ${nameKey(one.name)} `.includes(` ${nameKey(name)} `))
    if (isMatch) counts.set(one.source, (counts.get(one.source) ?? 0) + 1)
  }
  return counts
}

const noSubject = { id: null, krs: null, nip: null, pesel: null, regon: null }

describe.each(engines)('coverage of filters on %s', (engine) => {
  const it = itOnOneEngine(engine)
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, content: 'sample' })
  }, 120_000)
  afterAll(() => service.stop())

  async function listRows(): Promise<Row[]> {
    const { db } = service.storage
    const subjects = await db.selectFrom('subjects').select(['id', 'krs', 'nip', 'pesel', 'regon']).execute()
    const find = (key: 'id' | 'krs' | 'nip' | 'pesel', value: string | null) =>
      value === null ? undefined : subjects.find((subject) => subject[key] === value)
    const rows = await db.selectFrom('announcements').selectAll().where('day', '>=', '2026-10-22').execute()
    return rows.map(({ source, name, day, signature, ...row }) => {
      const subject =
        find('id', row.subject_id) ??
        find('krs', row.krs) ??
        find('nip', row.nip) ??
        find('pesel', row.pesel) ??
        noSubject
      const rowIdentifiers = { krs: row.krs, nip: row.nip, pesel: row.pesel, subject_id: row.subject_id }
      const ownIdentifiers = Object.fromEntries(Object.entries(rowIdentifiers).filter(([, value]) => value !== null))
      return { source, name, day, signature, ...subject, subject_id: subject.id, ...ownIdentifiers }
    })
  }

  it(`returns the same counts as a naive evaluation for ${FILTERS} filters`, async () => {
    const random = rng(`coverage ${seedFor('coverage', 17)}`)
    const { call } = await createCaller(service)
    const rows = await listRows()
    let matchCount = 0
    for (let each = 0; each < FILTERS; each += 1) {
      const content = makeContent(random, rows)
      const { status, body } = await call<FilterCoverage>('POST', '/v1/filters/coverage', { content })
      expect(status).toBe(200)
      const expected = countByHand(content, rows)
      expect(new Map(body.by_source.map(({ source, count }) => [source, count]))).toEqual(expected)
      expect(body.count).toBe([...expected.values()].reduce((sum, count) => sum + count, 0))
      expect(body.examples).toHaveLength(Math.min(10, body.count))
      matchCount += body.count
    }
    expect(matchCount).toBeGreaterThan(1_000)
  })

  it('returns the matching value and list, newest first, and the number of days', async () => {
    const { call } = await createCaller(service)
    const [one] = (await listRows()).filter(({ krs, nip, regon }) => krs !== null && nip !== null && regon !== null)
    const content = { regon: [one!.regon!], name: ['nikt taki'] }
    const { body } = await call<FilterCoverage>('POST', '/v1/filters/coverage', { content })
    expect(body).toMatchObject({ days: 30, date_from: '2026-10-22', date_to: '2026-11-20', hit_values: 1 })
    expect(body.examples[0]?.matched).toEqual({ list: 'regon', value: one!.regon })
    expect(body.examples.map(({ date }) => date)).toEqual(
      body.examples
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    )
    const both = await call<FilterCoverage>('POST', '/v1/filters/coverage', {
      content: { krs: [one!.krs!], nip: [one!.nip!] },
    })
    expect(both.body.examples[0]?.matched.list).toBe('krs')
    expect(both.body.hit_values).toBe(2)
    const none = await call<FilterCoverage>('POST', '/v1/filters/coverage', { content: {} })
    expect(none.body).toMatchObject({ count: 0, by_source: [], examples: [], hit_values: 0 })
    const filter = await call<Filter>('POST', '/v1/filters', { name: 'Zapisany', content })
    const saved = await call<FilterCoverage>('POST', '/v1/filters/coverage', { filter_id: filter.body.id })
    expect(saved.body).toEqual(body)
    const stranger = await createCaller(service)
    expect((await stranger.call('POST', '/v1/filters/coverage', { filter_id: filter.body.id })).status).toBe(404)
    const wrong = await call('POST', '/v1/filters/coverage', { content: { nip: ['5213017229'] } })
    expect(wrong.status).toBe(422)
  })

  it('matches the same events as a monitor of the filter, with 10 000 values in under 10 seconds', async () => {
    const { call } = await createCaller(service)
    const [template] = await liveAnnouncements('krz', 1)
    const watchedKrs = Array.from({ length: 5 }, (_, n) => krsOf(70_000 + n))
    const { db } = service.storage
    const usedKrs = new Set((await db.selectFrom('subjects').select('krs').execute()).map(({ krs }) => krs))
    const idle = Array.from({ length: 30_000 }, (_, n) => krsOf(80_000 + n)).filter((krs) => !usedKrs.has(krs))
    const content = { krs: [...watchedKrs, ...idle.slice(0, 9_995)] }
    const filter = await call<Filter>('POST', '/v1/filters', { name: 'Wielki', content })
    await call<Monitor>('POST', '/v1/monitors', { filter_id: filter.body.id })
    for (const krs of watchedKrs) {
      const blank = { nip: null, pesel: null, subject_id: null, signature: null }
      await publish(service.service.dependencies, [{ ...template!, ...blank, krs, id: randomUUID() }])
    }
    const events = await call<{ items: { identifier_value: string }[] }>('GET', '/v1/updates?limit=1000')
    const startedAt = performance.now()
    const { body } = await call<FilterCoverage>('POST', '/v1/filters/coverage', { content })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(body.count).toBe(events.body.items.length)
    expect(body.hit_values).toBe(5)
    expect(new Set(body.examples.map(({ matched }) => matched.value))).toEqual(
      new Set(events.body.items.map((event) => event.identifier_value)),
    )
  })

  it('returns company names for any of three numbers, in order, and none for an unknown number', async () => {
    const { accountId } = await service.createAccount()
    const companies = await service.storage.db
      .selectFrom('subjects')
      .select(['krs', 'nip', 'regon', 'name'])
      .where('kind', '=', 'company')
      .limit(334)
      .execute()
    const values = companies
      .flatMap(({ krs, nip, regon }) => [
        { list: 'krs', value: krs },
        { list: 'nip', value: nip },
        { list: 'regon', value: regon },
      ])
      .slice(0, 999)
    const unknown = { list: 'nip', value: '0' }
    const callService = (request: unknown) =>
      service.requestAs<{ items: { name: string | null }[] }>(
        service.principalOf(accountId),
        'POST',
        '/v1/filters/names',
        request,
      )
    const { status, body } = await callService({ values: [...values, unknown] })
    expect(status).toBe(200)
    expect(body.items.map(({ name }) => name)).toEqual([
      ...companies.flatMap(({ name }) => [name, name, name]).slice(0, 999),
      null,
    ])
    expect((await callService({ values: [] })).status).toBe(422)
    expect((await callService({ values: Array.from({ length: 1001 }, () => unknown) })).status).toBe(422)
    expect((await callService({ values: [{ list: 'pesel', value: peselOf(1) }] })).status).toBe(422)
  })
})

describe.each(engines)('uses of filters and silent monitors on %s', (engine) => {
  const it = itOnOneEngine(engine)
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  async function account() {
    const { accountId } = await service.createAccount({ plan: 'enterprise' })
    const call = <B = unknown>(method: string, path: string, body?: unknown) =>
      service.requestAs<B>(service.principalOf(accountId), method, path, body)
    const filter = async (name: string, content: unknown = {}) =>
      (await call<Filter>('POST', '/v1/filters', { name, content })).body
    const watch = async (filterId: string) =>
      (await call<Monitor>('POST', '/v1/monitors', { filter_id: filterId, label: 'Nasz', tags: ['A'] })).body
    const uses = async () => (await call<{ items: FilterUse[] }>('GET', '/v1/filters/uses')).body.items
    const attach = (ids: readonly string[], filterId: string) =>
      call<{ attached: number; kept: number }>('POST', '/v1/monitors/attach', { ids, filter_id: filterId })
    const remove = (id: string) => call('DELETE', `/v1/filters/${id}`)
    return { accountId, call, filter, watch, uses, attach, remove }
  }

  it('counts monitors and reports by filter, including deleted filters', async () => {
    const { call, filter, watch, uses, remove } = await account()
    const [used, unused, deleted] = [
      await filter('Użyty', { krs: [krsOf(1)] }),
      await filter('Wolny'),
      await filter('Dawny', { krs: [krsOf(1)] }),
    ]
    await watch(used.id)
    await watch(deleted.id)
    const report = { source: 'krz', format: 'json', date_from: '2026-11-20', date_to: '2026-11-20' }
    await publish(service.service.dependencies, await liveAnnouncements('krz', 1))
    for (const id of [used.id, used.id, deleted.id]) {
      expect(await call('POST', '/v1/reports', { ...report, filter_id: id })).toMatchObject({ status: 202 })
    }
    await remove(deleted.id)
    const other = await account()
    await other.filter('Cudzy')
    expect(new Map((await uses()).map((use) => [use.filter_id, use]))).toEqual(
      new Map([
        [used.id, { filter_id: used.id, name: 'Użyty', monitors: 1, report_jobs: 2 }],
        [unused.id, { filter_id: unused.id, name: 'Wolny', monitors: 0, report_jobs: 0 }],
        [deleted.id, { filter_id: deleted.id, name: null, monitors: 1, report_jobs: 1 }],
      ]),
    )
  })

  it('attaches a silent monitor to another filter: it keeps its name and tags and gets events again', async () => {
    const { call, filter, watch, attach, remove } = await account()
    const [previous, next] = [await filter('Dawny', { krs: [krsOf(1)] }), await filter('Nowy', { krs: [krsOf(2)] })]
    const monitor = await watch(previous.id)
    await remove(previous.id)
    expect((await attach([monitor.id], next.id)).body).toEqual({ attached: 1, kept: 0 })
    expect((await call<Monitor>('GET', `/v1/monitors/${monitor.id}`)).body).toEqual({ ...monitor, filter_id: next.id })
    const [template] = await liveAnnouncements('krz', 1)
    const blank = { nip: null, pesel: null, subject_id: null, signature: null }
    for (const krs of [krsOf(1), krsOf(2)]) {
      await publish(service.service.dependencies, [{ ...template!, ...blank, krs, id: randomUUID() }])
    }
    const events = await call<{ items: { monitor_id: string; identifier_value: string }[] }>('GET', '/v1/updates')
    expect(events.body.items).toMatchObject([{ monitor_id: monitor.id, identifier_value: krsOf(2) }])
  })

  it('does not attach a monitor that is not silent, is missing, is of another account, or is a second one for the filter', async () => {
    const { filter, watch, attach, remove, call } = await account()
    const [a, b, live, next] = [await filter('A'), await filter('B'), await filter('C'), await filter('D')]
    const [first, second, working] = [await watch(a.id), await watch(b.id), await watch(live.id)]
    const company = await call<Monitor>('POST', '/v1/monitors', { identifier_type: 'krs', identifier_value: krsOf(3) })
    for (const { id } of [a, b]) await remove(id)
    const stranger = await account()
    const foreign = await stranger.filter('Obcy')
    const strange = await stranger.watch(foreign.id)
    await stranger.remove(foreign.id)
    const others = [working.id, company.body.id, strange.id, randomUUID(), 'x']
    expect((await attach(others, next.id)).body).toEqual({ attached: 0, kept: 5 })
    expect((await attach([first.id], foreign.id)).status).toBe(404)
    expect((await attach([first.id], (await stranger.filter('Obcy 2')).id)).status).toBe(404)
    expect((await attach([second.id, first.id, second.id], next.id)).body).toEqual({ attached: 1, kept: 1 })
    expect((await call<Monitor>('GET', `/v1/monitors/${first.id}`)).body.filter_id).toBe(next.id)
    expect((await attach([second.id], next.id)).body).toEqual({ attached: 0, kept: 1 })
    expect((await stranger.call<Monitor>('GET', `/v1/monitors/${strange.id}`)).body).toEqual(strange)
    expect((await attach([], next.id)).status).toBe(422)
  })

  onBoth('attaches a monitor or leaves it unchanged when the other filter is deleted at the same moment', async () => {
    for (let round = 0; round < rounds({ long: 30, short: 2 }); round += 1) {
      const { filter, watch, attach, remove, call, uses } = await account()
      const [previous, next] = [await filter('Dawny'), await filter('Nowy')]
      const monitor = await watch(previous.id)
      await remove(previous.id)
      const [attached, deleted, twin] = await Promise.all([
        attach([monitor.id], next.id),
        remove(next.id),
        attach([monitor.id], next.id),
      ])
      expect(deleted.status).toBe(204)
      const sum = [attached, twin].filter(({ status, body }) => status === 200 && body.attached === 1).length
      expect(sum).toBeLessThanOrEqual(1)
      const now = (await call<Monitor>('GET', `/v1/monitors/${monitor.id}`)).body.filter_id
      expect(now).toBe(sum === 1 ? next.id : previous.id)
      expect(await uses()).toEqual([{ filter_id: now, name: null, monitors: 1, report_jobs: 0 }])
    }
  })
})
