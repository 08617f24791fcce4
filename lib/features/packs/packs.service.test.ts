import { createHash } from 'node:crypto'

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { poolNames } from '@/lib/domain/usage/pools'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { spendCapHandlers } from '@/lib/features/spend-cap/handlers'
import type { PanelContext } from '@/lib/panel/context'
import { noMail } from '@/lib/panel/mail/mailer'
import { setPlan } from '@/lib/service/accounts/accounts'
import { insertCompany } from '@/lib/testing/companies'
import { pdfText, unzip } from '@/lib/testing/files'
import { callServiceAs, fetchAs, panelContext, sendsNothing } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import type { PackContent } from './content'
import { makePack } from './files'
import { freezeEndedPeriods } from './freeze'
import { packHandlers } from './handlers'
import { packsJob } from './job'
import { signingKeyOf } from './signing'
import { listPacks } from './statements'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

describe.each(sqliteOnly)('packs of closed periods on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    await insertCompany(service.storage)
  })
  afterAll(() => service.stop())

  const use = async (key: string, units: number) => {
    for (let n = 0; n < units; n++) await service.request(key, 'GET', '/v1/record?krs=18')
  }
  const newAccount = () => service.createAccount({ limits: { lookups: 2 }, name: 'Hurtownia Żółw sp. z o.o.' })
  const job = (accountId: string, isEmbedded = true) =>
    freezeEndedPeriods({
      storage: service.storage,
      callService: callServiceAs(service, accountId),
      account: { id: accountId, slug: 'zolw', name: 'Hurtownia Żółw sp. z o.o.' },
      now: service.clock.now(),
      isEmbedded,
    })
  const context = (accountId: string, more: Partial<PanelContext> = {}) => panelContext(service, accountId, more)
  const list = async (accountId: string) => (await packHandlers['packs.list']({}, context(accountId))).items
  const download = async (accountId: string, id: string, file: 'pdf' | 'zip') => {
    const answer = await packHandlers['packs.download']({ params: { id, file } }, context(accountId))
    return { headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }
  const jsonIn = (files: Map<string, string>): PackContent => {
    const [name] = [...files.keys()].filter((each) => each.endsWith('.json') && each !== 'manifest.json')
    return JSON.parse(files.get(name ?? '') ?? '') as PackContent
  }

  it('are frozen after the period ends, and their downloads stay byte-identical a year later', async () => {
    service.clock.set('2026-10-05T10:00:00.000Z')
    const { accountId, apiKey } = await newAccount()
    await job(accountId)
    await use(apiKey, 5)
    await spendCapHandlers['spendCap.set'](
      { body: { spend_cap_pln: 200, expected_pln: null, reason: 'Plan na październik' } },
      context(accountId),
    )
    service.clock.set('2026-10-31T22:50:00.000Z')
    await use(apiKey, 3)
    await job(accountId)
    service.clock.set('2026-10-31T23:05:00.000Z')
    await job(accountId)
    // Usage from before midnight may still be charged, so the month is not frozen yet.
    expect(await list(accountId)).toEqual([])
    service.clock.set('2026-10-31T23:12:00.000Z')
    await job(accountId)
    const [pack, ...others] = await list(accountId)
    expect(others).toEqual([])
    expect(pack).toMatchObject({
      kind: 'closed',
      period_start: '2026-09-30T22:00:00.000Z',
      period_end: '2026-10-31T23:00:00.000Z',
      frozen_at: '2026-10-31T23:12:00.000Z',
      overage_grosz: 48,
      mismatches: 0,
    })
    const id = pack?.id ?? ''
    const [pdf, zip] = [await download(accountId, id, 'pdf'), await download(accountId, id, 'zip')]
    expect(pdf.headers.get('content-disposition')).toBe('attachment; filename="zamkniecie-2026-10.pdf"')
    expect(zip.headers.get('etag')).toBe(`"${sha256(zip.bytes)}"`)

    service.clock.set('2027-11-20T11:00:00.000Z')
    await use(apiKey, 9)
    await job(accountId)
    expect((await download(accountId, id, 'pdf')).bytes).toEqual(pdf.bytes)
    expect((await download(accountId, id, 'zip')).bytes).toEqual(zip.bytes)
    expect((await list(accountId)).find((each) => each.id === id)).toEqual(pack)
    const audit = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 50 })
    const frozen = audit.find(({ action }) => action === 'pack.freeze')
    expect(frozen).toMatchObject({ actor: 'panel', target: id })
    expect(JSON.parse(frozen?.after ?? '')).toMatchObject({ zip_sha256: sha256(zip.bytes) })
  })

  it("show the ledger's amounts in the PDF and in the archive", async () => {
    service.clock.set('2026-10-05T10:00:00.000Z')
    const { accountId, apiKey } = await newAccount()
    await job(accountId)
    await use(apiKey, 40)
    await spendCapHandlers['spendCap.set'](
      { body: { spend_cap_pln: 200, expected_pln: null, reason: 'Plan na październik' } },
      context(accountId),
    )
    service.clock.set('2026-10-31T22:55:00.000Z')
    await job(accountId)
    service.clock.set('2026-11-02T08:00:00.000Z')
    await job(accountId)
    const pack = (await list(accountId))[0]!
    const { bytes } = await download(accountId, pack.id, 'zip')
    const files = await unzip(bytes)
    const textOf = (name: string) => files.get(name) ?? ''
    const manifest = JSON.parse(textOf('manifest.json')) as { files: { name: string; sha256: string }[] }
    expect([...files.keys()].sort()).toEqual([
      'manifest.json',
      'manifest.sig',
      'zamkniecie-2026-10-dni.csv',
      'zamkniecie-2026-10-endpointy.csv',
      'zamkniecie-2026-10-limit.csv',
      'zamkniecie-2026-10.json',
      'zamkniecie-2026-10.pdf',
    ])
    const pdf = await download(accountId, pack.id, 'pdf')
    for (const { name, sha256: hash } of manifest.files) {
      // The PDF is binary; its bytes equal those of the file next to the archive.
      expect(name.endsWith('.pdf') ? sha256(pdf.bytes) : sha256(textOf(name)), name).toBe(hash)
    }
    expect(manifest.files).toHaveLength(files.size - 2)

    const rows = await service.storage.db.selectFrom('ledger').selectAll().where('account_id', '=', accountId).execute()
    const units = rows.reduce((sum, row) => sum + row.units, 0)
    const content = jsonIn(files)
    expect(content.totals).toMatchObject({ lookups: units, overage_units: units - 2, overage_grosz: (units - 2) * 8 })
    expect(content.checks.map(({ about, agrees }) => [about, agrees])).toEqual([
      ['price', true],
      ['endpoints', true],
      ['lookups', true],
      ['overage_units', true],
      ['overage_grosz', true],
    ])
    expect(content.cap).toMatchObject({ at_start_pln: 'unknown', at_end_pln: 200 })
    expect(textOf('zamkniecie-2026-10-dni.csv')).toContain(
      `2026-10-05;40;${'0;'.repeat(poolNames.length - 1)}38;304;"3,04";2\r\n`,
    )
    const text = await pdfText(pdf.bytes)
    for (const words of [
      'Hurtownia Żółw sp. z o.o.',
      '1 paź 2026 – 31 paź 2026, strefa Europe/Warsaw',
      'Kwoty netto (bez VAT)',
      'Nadwyżka do zapłaty netto 3,04 zł',
      'Cena jednostki netto 0,08 zł',
      'owner@example.test domyślny, 1 000 zł 200 zł 3,04 zł Plan na październik',
      '/v1/record wspólna pula zapytań 40 40',
      'Razem: wspólna pula zapytań 40 40',
      `SHA-256 danych (JSON w archiwum): ${pack.sha256}`,
    ]) {
      expect(text).toContain(words)
    }
    expect(text).not.toMatch(/brutto|lookups/)
    expect(pack.sha256).toBe(sha256(textOf('zamkniecie-2026-10.json')))
  })

  it('compare with the meter at the end of the period, not with the last reading before it', async () => {
    service.clock.set('2026-10-31T22:40:00.000Z')
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 5)
    await job(accountId)
    service.clock.set('2026-10-31T22:58:00.000Z')
    await use(apiKey, 4)
    service.clock.set('2026-11-01T08:00:00.000Z')
    await job(accountId)
    const [pack] = await list(accountId)
    expect(pack).toMatchObject({ overage_grosz: 56, mismatches: 0 })
    const text = await pdfText((await download(accountId, pack?.id ?? '', 'pdf')).bytes)
    expect(text).toContain('Licznik usługi jest z końca okresu.')
    expect(text).toContain('Nadwyżka netto: dni a licznik 0,56 zł licznik: 0,56 zł zgodne')
  })

  it('compare the last reading of a remote service with the days up to that reading, not with later usage', async () => {
    service.clock.set('2026-10-31T22:40:00.000Z')
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 5)
    await job(accountId, false)
    service.clock.set('2026-10-31T22:58:00.000Z')
    await use(apiKey, 4)
    service.clock.set('2026-11-01T08:00:00.000Z')
    await job(accountId, false)
    const [pack] = await list(accountId)
    expect(pack).toMatchObject({ overage_grosz: 56, mismatches: 0 })
    const content = jsonIn(await unzip((await download(accountId, pack?.id ?? '', 'zip')).bytes))
    expect(content.checks).toContainEqual({ about: 'overage_grosz', days: 24, other: 24, agrees: true })
    expect(content.totals.overage_grosz).toBe(56)
    const text = await pdfText((await download(accountId, pack?.id ?? '', 'pdf')).bytes)
    expect(text).toContain('31 paź 2026, 23:40 (czas warszawski)')
  })

  it('print the known terms of each part of the period, and none for unknown periods', async () => {
    service.clock.set('2026-09-01T08:00:00.000Z')
    const { accountId, apiKey } = await service.createAccount({ plan: 'enterprise', name: 'Hurtownia' })
    await use(apiKey, 3)
    const { slug } = await service.storage.db
      .selectFrom('accounts')
      .select('slug')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    service.clock.set('2026-10-20T10:00:00.000Z')
    await setPlan(service.service.dependencies, slug, { plan: 'pro' })
    await use(apiKey, 3)
    service.clock.set('2026-11-05T08:00:00.000Z')
    const close = async (month: string) => {
      const { id } = await packHandlers['packs.create']({ body: { month } }, context(accountId))
      return pdfText((await download(accountId, id, 'pdf')).bytes)
    }
    // September was not observed, and the plan has changed since.
    const september = await close('2026-09')
    expect(september).toContain('Plan Enterprise')
    expect(september).toContain('Zapytania w cenie planu 200 000')
    const october = await close('2026-10')
    expect(october).toMatch(/1 paź 2026, 00:00 20 paź 2026, 12:00 Enterprise 200 000 0,05 zł/)
    expect(october).toMatch(/20 paź 2026, 12:00 1 lis 2026, 00:00 Pro 20 000 0,08 zł/)
    expect(october).not.toContain('Zapytania w cenie planu')
    // An account from before the list of terms: current terms are not applied to the past.
    const old = await newAccount()
    service.clock.set('2026-09-10T08:00:00.000Z')
    await use(old.apiKey, 1)
    await service.storage.db.deleteFrom('account_terms').where('account_id', '=', old.accountId).execute()
    service.clock.set('2026-11-05T08:00:00.000Z')
    const closed = await packHandlers['packs.create']({ body: { month: '2026-09' } }, context(old.accountId))
    const text = await pdfText((await download(old.accountId, closed.id, 'pdf')).bytes)
    expect(text).toContain('Plan nieznany: panel nie zna warunków z tego okresu')
    expect(text).not.toMatch(/Plan Pro|20 000/)
  })

  it('explain an amount that was charged at several prices', async () => {
    service.clock.set('2026-10-05T10:00:00.000Z')
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 5)
    const { slug } = await service.storage.db
      .selectFrom('accounts')
      .select('slug')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    service.clock.set('2026-10-20T10:00:00.000Z')
    await setPlan(service.service.dependencies, slug, { plan: 'enterprise' })
    await use(apiKey, 1)
    await job(accountId)
    service.clock.set('2026-11-02T08:00:00.000Z')
    await job(accountId)
    const [pack] = await list(accountId)
    expect(pack).toMatchObject({ overage_grosz: 29, mismatches: 0 })
    const content = jsonIn(await unzip((await download(accountId, pack?.id ?? '', 'zip')).bytes))
    expect(content).toMatchObject({ version: 5, terms: { unit_grosz: 5 } })
    expect(content.checks).toContainEqual({ about: 'price', days: 29, other: 20, agrees: null, mean_grosz: 7.25 })
    expect(content.checks.filter(({ agrees }) => agrees === true)).toHaveLength(4)
    const text = await pdfText((await download(accountId, pack?.id ?? '', 'pdf')).bytes)
    for (const words of [
      'Cena jednostki netto na końcu okresu 0,05 zł',
      'Średnia cena jednostki ponad plan, netto 7,25 gr',
      'Nadwyżka do zapłaty netto 0,29 zł',
      'W tym okresie naliczono po więcej niż jednej cenie.',
      'jednostki × cena: 0,20 zł zgodne, kilka cen',
    ]) {
      expect(text).toContain(words)
    }
    expect(text).not.toContain('się nie zgadza')
  })

  it('are frozen once per period with concurrent runs, including months in which the panel did not run', async () => {
    service.clock.set('2026-08-10T08:00:00.000Z')
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 3)
    await job(accountId)
    service.clock.set('2026-09-10T08:00:00.000Z')
    await use(apiKey, 4)
    service.clock.set('2026-11-10T08:00:00.000Z')
    await Promise.all(Array.from({ length: 4 }, () => job(accountId)))
    const packs = await list(accountId)
    // October was neither used nor observed.
    expect(packs.map(({ period_start, overage_grosz }) => [period_start, overage_grosz])).toEqual([
      ['2026-08-31T22:00:00.000Z', 16],
      ['2026-07-31T22:00:00.000Z', 8],
    ])
    await job(accountId)
    expect(await list(accountId)).toEqual(packs)
  })

  it('are created for the previous month at the first reading if it has any usage', async () => {
    service.clock.set('2026-10-20T08:00:00.000Z')
    const [used, empty] = [await newAccount(), await newAccount()]
    await use(used.apiKey, 3)
    service.clock.set('2026-11-20T08:00:00.000Z')
    await packsJob.run({
      storage: service.storage,
      clock: () => service.clock.now(),
      log: pino({ level: 'silent' }),
      dataDir: '',
      mail: noMail,
      ...sendsNothing,
      isEmbedded: true,
      callFor: ({ id }) => callServiceAs(service, id),
      fetchFor: ({ id }) => fetchAs(service, id),
    })
    expect(await list(used.accountId)).toMatchObject([{ kind: 'closed', overage_grosz: 8 }])
    expect(await list(empty.accountId)).toEqual([])
    const [row] = await listPacks(service.storage.db, used.accountId)
    const content = JSON.parse(row?.content ?? '') as PackContent
    expect(content).toMatchObject({ meter: { used: 3 }, terms: { as_of: '2026-10-20T08:00:00.000Z' } })
    expect(content.days).toHaveLength(31)
  })

  it('are marked as preliminary when created before the period ends, and the earlier one stays available', async () => {
    service.clock.set('2026-11-20T11:00:00.000Z')
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 3)
    const make = () => packHandlers['packs.create']({ body: {} }, context(accountId))
    const first = await make()
    expect(first).toMatchObject({ kind: 'preliminary', overage_grosz: 8, mismatches: 0 })
    await use(apiKey, 1)
    service.clock.advance(1000)
    const second = await make()
    expect((await list(accountId)).map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await download(accountId, first.id, 'pdf')).bytes.length).toBeGreaterThan(0)
    const { bytes, headers } = await download(accountId, second.id, 'pdf')
    expect(headers.get('content-disposition')).toContain('wstepne-2026-11.pdf')
    const text = await pdfText(bytes)
    for (const words of ['Okres jeszcze trwa.', 'Nadwyżka dotychczas netto 0,16 zł', 'W chwili sporządzenia'])
      expect(text).toContain(words)
    // The period has not ended, so the PDF states no amount due.
    expect(text).not.toMatch(/końcu okresu|do zapłaty netto/)
    await expect(
      packHandlers['packs.download'](
        { params: { id: second.id, file: 'pdf' } },
        context((await newAccount()).accountId),
      ),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are created on request for a month from before the first reading, once, and rejected for other months', async () => {
    service.clock.set('2026-09-10T08:00:00.000Z')
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 5)
    service.clock.set('2026-11-20T11:00:00.000Z')
    await use(apiKey, 3)
    const close = (month: string) => packHandlers['packs.create']({ body: { month } }, context(accountId))
    const pack = await close('2026-09')
    expect(pack).toMatchObject({
      kind: 'closed',
      period_start: '2026-08-31T22:00:00.000Z',
      period_end: '2026-09-30T22:00:00.000Z',
      frozen_at: '2026-11-20T11:00:00.000Z',
      overage_grosz: 24,
    })
    const content = jsonIn(await unzip((await download(accountId, pack.id, 'zip')).bytes))
    expect(content).toMatchObject({
      meter: { used: 5 },
      totals: { lookups: 5 },
      amounts: { are: 'net', vat_percent: null },
    })
    expect(content.days).toHaveLength(30)
    for (const [month, reason] of [
      ['2026-09', 'closed'],
      ['2026-08', 'unused'],
      ['2026-11', 'running'],
      ['2027-01', 'running'],
    ] as const)
      await expect(close(month), month).rejects.toMatchObject({ extra: { reason } })
    expect((await list(accountId)).map(({ id }) => id)).toEqual([pack.id])
    const audit = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 50 })
    expect(audit.filter(({ action }) => action === 'pack.freeze')).toMatchObject([
      { actor: 'owner@example.test', target: pack.id },
    ])
    // Usage of the last hour may still be charged.
    service.clock.set('2026-11-30T23:05:00.000Z')
    await expect(close('2026-11')).rejects.toMatchObject({ extra: { reason: 'running' } })
  })

  it('show VAT and gross next to the net amount if the account has set it, in new packs only', async () => {
    service.clock.set('2026-11-20T11:00:00.000Z')
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 27)
    const settings = async () => (await packHandlers['packs.list']({}, context(accountId))).vat_percent
    expect(await settings()).toBeNull()
    const net = await packHandlers['packs.create']({ body: {} }, context(accountId))
    const netText = await pdfText((await download(accountId, net.id, 'pdf')).bytes)
    expect(netText).toContain('Nadwyżka dotychczas netto 2,00 zł')
    expect(netText).not.toContain('brutto')
    const set = (vat_percent: 23 | null) => packHandlers['packs.setVat']({ body: { vat_percent } }, context(accountId))
    await set(23)
    await set(23)
    expect(await settings()).toBe(23)
    const gross = await packHandlers['packs.create']({ body: {} }, context(accountId))
    const text = await pdfText((await download(accountId, gross.id, 'pdf')).bytes)
    expect(text).toContain('Nadwyżka dotychczas netto 2,00 zł VAT 23% 0,46 zł Nadwyżka dotychczas brutto 2,46 zł')
    // The amounts themselves stay those of the service.
    expect(gross.overage_grosz).toBe(net.overage_grosz)
    const audit = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 50 })
    const changes = audit.filter(({ action }) => action === 'pack.setVat')
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      ['{"vat_percent":null}', '{"vat_percent":23}'],
    ])
  })

  it('are answered with 304 for a matching ETag, and withheld if a file does not match its hash', async () => {
    service.clock.set('2026-11-20T11:00:00.000Z')
    const { accountId } = await newAccount()
    const pack = await packHandlers['packs.create']({ body: {} }, context(accountId))
    const params = { id: pack.id, file: 'zip' } as const
    const etag = (await packHandlers['packs.download']({ params }, context(accountId))).headers.get('etag') ?? ''
    const request = new Request('http://panel.invalid/', { headers: { 'if-none-match': etag } })
    expect((await packHandlers['packs.download']({ params }, context(accountId, { request }))).status).toBe(304)
    await service.storage.db.updateTable('pack_files').set({ base64: 'AAAA' }).where('pack_id', '=', pack.id).execute()
    await expect(packHandlers['packs.download']({ params }, context(accountId))).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  it('have the same bytes for the same content', async () => {
    service.clock.set('2026-11-20T11:00:00.000Z')
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 3)
    await packHandlers['packs.create']({ body: {} }, context(accountId))
    const [row] = await listPacks(service.storage.db, accountId)
    const content = JSON.parse(row?.content ?? '') as PackContent
    const key = signingKeyOf(service.storage.db)
    const packFiles = await makePack(content, key)
    expect(packFiles.json).toBe(row?.content)
    expect((await makePack(content, key)).zip.sha256).toBe(packFiles.zip.sha256)
  })
})
