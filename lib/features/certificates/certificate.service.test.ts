import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Announcement } from '@/lib/contract/announcement'
import type { Filter } from '@/lib/contract/filters'
import type { Monitor } from '@/lib/contract/monitors'
import { type AuditedChange, recordActionOnly } from '@/lib/features/audit/audit'
import { panelOperationOf } from '@/lib/features/contract'
import { rng, type Rng } from '@/lib/sample/rng'
import { updateAccount } from '@/lib/service/accounts/statements/accounts'
import { publish } from '@/lib/service/monitors/publish'
import { recordedValuesOf, listFilterVersions } from '@/lib/service/monitors/statements/evidence'
import { liveAnnouncements } from '@/lib/testing/announced-days'
import { type WholeContent, wholeOf } from '@/lib/testing/certificates'
import { krsOf, peselOf } from '@/lib/testing/identifiers'
import { panelContext } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { makeCertificate, createCertificateFormat } from './content'
import { gatherEvidence } from './evidence'
import { noteAllFilters, noteFilter } from './sightings'
import { toGroups, toStretches } from './timeline'

const HISTORIES = 24
const STEPS = 20
const { at: formatInstant } = createCertificateFormat('pl')

/** Content of a filter from an instant on: undefined before it existed, null once it is deleted. */
type StoredContent = readonly string[] | null
type Step = { readonly at: string; readonly stored: StoredContent }
type PublishedAnnouncement = { at: string; krs: string }
type MonitorLife = { id: string; from: string; until: string | undefined }

const [template] = await liveAnnouncements('krz', 1)
if (!template) throw new Error('the sample has no announcement to start from')
const announcementOf = (krs: string): Announcement => ({
  ...template,
  nip: null,
  pesel: null,
  subject_id: null,
  signature: null,
  krs,
  id: randomUUID(),
})

describe.each(sqliteOnly)('certificates on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: '2026-01-05T08:00:00.000Z' })
  })
  afterAll(() => service.stop())

  let attached = 0

  /**
   * Plays a random history of one filter, its monitors and a monitor of a company, and records it independently of the
   * store.
   */
  async function playHistory(random: Rng, history: number) {
    const { accountId } = await service.createAccount({ plan: 'enterprise' })
    const call = <B>(method: string, path: string, body?: unknown) =>
      service.requestAs<B>(service.principalOf(accountId), method, path, body)
    const [krs, pesels] = [
      [0, 1, 2, 3].map((each) => krsOf(100 * history + each)),
      [peselOf(history), peselOf(history + 500)],
    ]
    const recordedValues = await recordedValuesOf(service.storage.db, accountId)
    const now = () => service.clock.now().toISOString()
    const some = <T>(all: readonly T[]): T[] => all.filter(() => random.chance(0.5))
    const content = () => (random.chance(0.2) ? { krs: [], pesel: [] } : { krs: some(krs), pesel: some(pesels) })
    const valuesOf = (lists: { krs: readonly string[]; pesel: readonly string[] }): string[] => [
      ...lists.krs.map((value) => `krs ${value}`),
      ...lists.pesel.map((value) => `pesel ${recordedValues.value('pesel', value)}`),
    ]
    const first = content()
    const created = await call<Filter>('POST', '/v1/filters', { name: 'Lista', content: first })
    const steps: Step[] = [{ at: now(), stored: valuesOf(first) }]
    const monitors: MonitorLife[] = []
    const published: PublishedAnnouncement[] = []
    let isActive = true
    let filterId = created.body.id

    const actions = {
      change: async () => {
        const next = content()
        const { status } = await call('PUT', `/v1/filters/${filterId}`, { name: 'Lista', content: next })
        if (status === 200) steps.push({ at: now(), stored: valuesOf(next) })
      },
      dropFilter: async () => {
        if (!random.chance(0.3)) return
        const { status } = await call('DELETE', `/v1/filters/${filterId}`)
        if (status === 204) steps.push({ at: now(), stored: null })
      },
      watch: async () => {
        const { status, body } = await call<Monitor>('POST', '/v1/monitors', {
          filter_id: filterId,
          label: 'Lista',
        })
        if (status === 201) monitors.push({ id: body.id, from: now(), until: undefined })
      },
      unwatch: async () => {
        const last = monitors.at(-1)
        if (last === undefined || last.until !== undefined) return
        const { status } = await call('DELETE', `/v1/monitors/${last.id}`)
        if (status === 204) last.until = now()
      },
      // Earlier content of the next filter was never watched by this monitor.
      attach: async () => {
        const last = monitors.at(-1)
        if (steps.at(-1)?.stored !== null || last === undefined || last.until !== undefined) return
        const next = content()
        const other = await call<Filter>('POST', '/v1/filters', { name: 'Inna', content: content() })
        if (other.status !== 201) return
        service.clock.advance(1000)
        await call('PUT', `/v1/filters/${other.body.id}`, { name: 'Inna', content: next })
        service.clock.advance(1000)
        const attach = { ids: [last.id], filter_id: other.body.id }
        expect((await call('POST', '/v1/monitors/attach', attach)).body).toEqual({ attached: 1, kept: 0 })
        filterId = other.body.id
        attached += 1
        steps.push({ at: now(), stored: valuesOf(next) })
      },
      announce: async () => {
        const value = random.pick(krs)
        await publish(service.service.dependencies, [announcementOf(value)])
        published.push({ at: now(), krs: value })
      },
      // While the account is blocked, changes are refused, but announcements still create events.
      block: async () => {
        if (isActive && random.chance(0.6)) return
        isActive = !isActive
        await updateAccount(service.storage.db, accountId, { state: isActive ? 'active' : 'inactive' })
      },
    }
    const names = [
      'change',
      'change',
      'dropFilter',
      'attach',
      'attach',
      'watch',
      'watch',
      'unwatch',
      'announce',
      'announce',
      'announce',
      'block',
    ] as const
    for (let step = 0; step < STEPS; step += 1) {
      service.clock.advance(1000 * random.int(1, 200_000))
      await actions[step === 1 ? 'watch' : random.pick(names)]()
    }
    await updateAccount(service.storage.db, accountId, { state: 'active' })
    service.clock.advance(60_000)
    return { accountId, steps, monitors, published, pesels }
  }

  type Story = Awaited<ReturnType<typeof playHistory>>

  const contentAt = ({ steps }: Story, at: string): StoredContent =>
    steps.findLast((step) => step.at <= at)?.stored ?? null

  /** Expected periods of a monitor according to the story. */
  function periodsOf(story: Story, { from, until }: { from: string; until: string }) {
    const borders = [from, ...story.steps.map(({ at }) => at).filter((at) => at > from && at < until), until]
    return borders
      .slice(0, -1)
      .map((at, index) => ({ from: at, until: borders[index + 1] ?? until, stored: contentAt(story, at) }))
  }

  /** Adjacent periods with the value count as one, however many steps they consist of. */
  function timesOf(story: Story, life: { from: string; until: string }, value: string) {
    const times: { from: string; until: string }[] = []
    for (const { from, until, stored } of periodsOf(story, life)) {
      if (stored?.includes(value) !== true) continue
      const last = times.at(-1)
      if (last?.until === from) last.until = until
      else times.push({ from, until })
    }
    return times
  }

  const stateOf = (content: StoredContent): string => {
    if (content === null) return 'filtru nie ma, nie obserwuje nikogo'
    return content.length === 0
      ? 'przerwa: filtr pusty, nie obserwuje nikogo'
      : `obserwuje identyfikatory z filtru: ${content.length}`
  }

  type CertifiedCase = { story: Story; monitor: MonitorLife; content: WholeContent; issued: string }
  const lifeOf = ({ monitor, issued }: CertifiedCase) => ({ from: monitor.from, until: monitor.until ?? issued })
  const endText =
    ({ monitor, issued }: CertifiedCase) =>
    (until: string): string =>
      monitor.until === undefined && until === issued ? 'chwila wystawienia' : formatInstant(until)

  function expectLife(certifiedCase: CertifiedCase) {
    const { content, monitor, story } = certifiedCase
    const [life, statement, hasEnded] = [
      lifeOf(certifiedCase),
      content.statement.join(' '),
      monitor.until !== undefined,
    ]
    const last = hasEnded ? undefined : contentAt(story, life.until)
    const facts = new Map(content.facts.map(({ label, value }) => [label, value]))
    expect(facts.get('Monitor istnieje od')).toBe(formatInstant(monitor.from))
    expect(facts.get('Koniec')).toBe(hasEnded ? formatInstant(life.until) : 'brak, monitor działa')
    expect(statement.includes('istnieje od')).toBe(!hasEnded)
    expect(statement.includes(`od ${formatInstant(life.from)} do ${formatInstant(life.until)}`)).toBe(hasEnded)
    expect(statement.includes('filtr usunięto')).toBe(last === null)
    expect(statement.includes('filtr jest pusty od')).toBe(last?.length === 0)
    const isWatching = statement.includes('Liczba identyfikatorów obserwowanych')
    expect(isWatching).toBe((last?.length ?? 0) > 0)
  }

  /** Checks all periods including gaps. Saving without a change starts no new period. */
  function expectPeriods(certifiedCase: CertifiedCase) {
    const [life, end] = [lifeOf(certifiedCase), endText(certifiedCase)]
    const periods = periodsOf(certifiedCase.story, life).filter(
      ({ stored }, index, all) => index === 0 || JSON.stringify(stored) !== JSON.stringify(all[index - 1]?.stored),
    )
    const rows = periods.map(({ from, stored }, index) => [
      formatInstant(from),
      end(periods[index + 1]?.from ?? life.until),
      stateOf(stored),
    ])
    expect(certifiedCase.content.periods?.rows).toEqual(rows)
  }

  /** Checks who was watched when, without any extra values. */
  function expectWatched(certifiedCase: CertifiedCase) {
    const { story, content } = certifiedCase
    const end = endText(certifiedCase)
    const values = new Set(story.steps.flatMap(({ stored }) => stored ?? []))
    const expected = [...values].flatMap((value) => {
      const times = timesOf(story, lifeOf(certifiedCase), value).map(
        ({ from, until }) => `${formatInstant(from)} – ${end(until)}`,
      )
      return times.length === 0 ? [] : [`${value}: ${times.join('; ')}`]
    })
    const shown = (content.groups?.items ?? []).flatMap(({ times, lists }) =>
      lists.flatMap(({ label, value }) => value.split(', ').map((each) => `${label.toLowerCase()} ${each}: ${times}`)),
    )
    expect(shown.toSorted()).toEqual(expected.toSorted())
    expect(content.statement.join(' ').includes('nie obserwował nikogo')).toBe(expected.length === 0)
    for (const pesel of story.pesels) expect(JSON.stringify(content)).not.toContain(pesel)
  }

  /** Checks events of watched companies, including those published while the account was blocked. */
  function expectEvents(certifiedCase: CertifiedCase) {
    const { from, until } = lifeOf(certifiedCase)
    const isWatched = ({ at, krs }: PublishedAnnouncement) =>
      at >= from && at < until && contentAt(certifiedCase.story, at)?.includes(`krs ${krs}`) === true
    const events = certifiedCase.story.published.filter(isWatched)
    expect(certifiedCase.content.events.rows.map(([at]) => at)).toEqual(events.map(({ at }) => formatInstant(at)))
    expect(certifiedCase.content.statement.join(' ')).toMatch(
      new RegExp(`(?:jest|są) ${events.length} zdarze\\p{L}+ tego monitora`, 'u'),
    )
  }

  it('state exactly what happened in generated histories of filters and monitors', async () => {
    let certified = 0
    for (let history = 0; history < HISTORIES; history += 1) {
      const story = await playHistory(rng(`certificate|${history}`), history)
      const issued = service.clock.now().toISOString()
      for (const monitor of story.monitors) {
        const evidence = await gatherEvidence(panelContext(service, story.accountId), monitor.id)
        const content = wholeOf(makeCertificate(evidence, 'pl'))
        const certifiedCase = { story, monitor, content, issued }
        for (const expectPart of [expectLife, expectPeriods, expectWatched, expectEvents]) expectPart(certifiedCase)
        certified += 1
      }
    }
    expect(certified).toBeGreaterThan(HISTORIES)
    expect(attached).toBeGreaterThan(0)
  })

  type Truth = { at: string; krs: string[] | null }[]

  /** Simulates a filter that others change, and a panel that reads it occasionally. */
  async function watchFromOutside(random: Rng, { accountId, id }: { accountId: string; id: string }): Promise<Truth> {
    const all = [0, 1, 2].map((each) => krsOf(9000 + each))
    const truth: Truth = []
    const readFilter = async () => {
      const now = truth.at(-1)
      const sighting = { accountId, now: service.clock.now() }
      const filter = now?.krs && { id, name: 'Zdalny', content: { krs: now.krs }, updated_at: now.at }
      if (filter && random.chance(0.5)) await noteFilter(service.storage, sighting, filter)
      else await noteAllFilters(service.storage, sighting, filter ? [filter] : [])
    }
    for (let step = 0; step < 2 * STEPS; step += 1) {
      service.clock.advance(1000 * random.int(1, 9000))
      const isChange = random.chance(0.4) && truth.at(-1)?.krs !== null
      const krs = random.chance(0.1) ? null : all.filter(() => random.chance(0.5))
      if (isChange) truth.push({ at: service.clock.now().toISOString(), krs })
      else await readFilter()
    }
    return truth
  }

  it('certify, for a remote service, only what was true at every reading', async () => {
    for (let history = 0; history < HISTORIES; history += 1) {
      const { accountId } = await service.createAccount()
      const [id, startedAt] = [randomUUID(), service.clock.now().toISOString()]
      const truth = await watchFromOutside(rng(`sightings|${history}`), { accountId, id })
      const issued = service.clock.now().toISOString()
      const versions = await listFilterVersions(service.storage.db, accountId, id)
      const stretches = toStretches(versions, { from: startedAt, until: issued })
      // The stretches cover the whole time without gaps or overlaps.
      const borders = [startedAt, ...stretches.map(({ until }) => until)]
      expect(stretches.map(({ from }) => from)).toEqual(borders.slice(0, -1))
      expect(borders.at(-1)).toBe(issued)
      const wrong = toGroups(versions, stretches).flatMap(({ spans, lists }) =>
        spans.flatMap(({ from, until }) => {
          const states = truth.filter(({ at }, index) => (truth[index + 1]?.at ?? issued) > from && at <= until)
          return (lists['krs'] ?? []).filter((value) => states.some(({ krs }) => krs?.includes(value) !== true))
        }),
      )
      expect(wrong).toEqual([])
      expect(stretches.some(({ state }) => state === 'deleted') && truth.at(-1)?.krs !== null).toBe(false)
    }
  })

  it('are issued only for monitors that existed, not for the target of any other audit entry', async () => {
    const { accountId } = await service.createAccount()
    const context = panelContext(service, accountId)
    const id = randomUUID()
    const entry = (change: AuditedChange) => recordActionOnly(context, { target: id, ...change })
    const rejected = { code: 'not_found' }
    await expect(gatherEvidence(context, id)).rejects.toMatchObject(rejected)
    await entry({ action: 'monitors.bulkTag', after: { monitors: 1, add: ['invented'], updated: 0 } })
    await entry({ action: 'filters.create', after: { name: 'No monitor at all' } })
    await entry({ action: 'personal.reveal', after: { kind: 'monitor' } })
    await expect(gatherEvidence(context, id)).rejects.toMatchObject(rejected)
    const removedAt = service.clock.now().toISOString()
    await entry({ action: 'monitors.delete' })
    const evidence = await gatherEvidence(context, id)
    const { life, watched } = evidence
    expect(JSON.stringify(wholeOf(makeCertificate(evidence, 'pl')))).not.toContain('invented')
    expect({ life, watched }).toEqual({
      life: { from: null, until: { is: 'deleted', at: removedAt } },
      watched: undefined,
    })
  })

  it('are requested by the id of a monitor', () => {
    const { params } = panelOperationOf('coverage.certificate')
    expect(params?.safeParse({ id: randomUUID().toUpperCase() }).success).toBe(true)
    for (const id of ['invented', '44051401359', `${randomUUID()}x`]) {
      expect(params?.safeParse({ id }).success, id).toBe(false)
    }
  })
})
