import { createHash, randomUUID } from 'node:crypto'

import { unzipSync } from 'fflate'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isApiError } from '@/lib/domain/api-error'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { type CompanyPart, companyParts } from '@/lib/features/companies/domain/part-rows'
import { companyHandlers, rolesOfPart } from '@/lib/features/companies/handlers'
import type { PanelOutput } from '@/lib/features/contract'
import type { PanelContext } from '@/lib/panel/context'
import { panelContext } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { evidenceFileHandlers } from './handlers'

const PESEL = '44051401359'
const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(bytes.slice()))
  return text.join(' ').replaceAll(/\s+/g, ' ')
}

describe.each(sqliteOnly)('the evidence file of a company on %s', (engine) => {
  let service: TestService
  let krs: string
  beforeAll(async () => {
    service = await startTestService({ engine, content: 'sample' })
    const row = await service.storage.db
      .selectFrom('rdf_documents')
      .innerJoin('subjects', 'subjects.id', 'rdf_documents.company_id')
      .select('subjects.krs')
      .orderBy('subjects.krs')
      .executeTakeFirstOrThrow()
    krs = row.krs ?? ''
  })
  afterAll(() => service.stop())

  const openAccount = async (overrides: Partial<PanelContext> = {}, account = service.createAccount()) => {
    const { accountId } = await account
    const context = () => panelContext(service, accountId, { requestId: randomUUID(), ...overrides })
    return {
      accountId,
      ask: (part: CompanyPart, number = krs): Promise<PanelOutput<'companies.ask'>> =>
        companyHandlers['companies.ask']({ params: { number, part }, body: { known: null, page: 'first' } }, context()),
      make: async (file: 'pdf' | 'zip', locale?: 'en', number = krs) => {
        const answer = await evidenceFileHandlers['evidenceFiles.make'](
          { params: { number, file }, query: locale === undefined ? {} : { locale } },
          context(),
        )
        return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
      },
    }
  }

  it('contains every purchased part with its request and lists those that were never requested', async () => {
    const { ask, make, accountId } = await openAccount()
    const paidAnswers = [await ask('record'), await ask('whiteList'), await ask('risk'), await ask('financials')]
    const { answer, bytes } = await make('pdf')
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`filename="teczka-${krs}-\\d{4}-\\d\\d-\\d\\d.pdf"`),
    )
    const text = await textOfPdf(bytes)
    for (const { pages } of paidAnswers) {
      for (const { sha256, request_id } of pages) {
        expect(text).toContain(sha256)
        expect(text).toContain(request_id)
      }
    }
    expect(text).toMatch(/Zawiera Dane, Ryzyko, Biała lista VAT, Dane ze sprawozdań/)
    expect(text).toMatch(/Nie pytano o Osoby, udziały i powiązania, Zmiany w KRS/)
    expect(text).toContain('nie potwierdzenie wydane przez Ministerstwo Finansów')
    expect(text).toContain(krs)
    const { entries } = await listEntries(accountId)
    expect(entries.at(-1)).toMatchObject({
      action: 'evidenceFiles.make',
      target: krs,
      after: { format: 'pdf', sha256: hashOf(bytes), company_part: ['record', 'risk', 'whiteList', 'financials'] },
    })
  })

  const listEntries = async (accountId: string) => {
    const rows = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })
    const parsed = rows.map(({ action, target, after }) => ({
      action,
      target,
      after: after === null ? null : (JSON.parse(after) as unknown),
    }))
    return { entries: parsed }
  }

  it('contains the stored answers byte for byte in the ZIP, with a manifest of their hashes', async () => {
    const { ask, make } = await openAccount()
    const [record, graph] = [await ask('record'), await ask('graph')]
    const { bytes } = await make('zip', 'en')
    const files = unzipSync(bytes)
    const manifest = JSON.parse(new TextDecoder().decode(files['manifest.json'])) as {
      answers: { file: string; sha256: string; request_id: string }[]
      files: { name: string; sha256: string }[]
    }
    expect(manifest.answers.map(({ sha256 }) => sha256)).toEqual(
      [record, graph].flatMap(({ pages }) => pages.map(({ sha256 }) => sha256)),
    )
    for (const { file, sha256 } of manifest.answers) expect(hashOf(files[file] ?? '')).toBe(sha256)
    expect(manifest.files).toHaveLength(Object.keys(files).length - 1)
    for (const { name, sha256 } of manifest.files) expect(hashOf(files[name] ?? ''), name).toBe(sha256)
    const [pdf] = Object.keys(files)
    expect(await textOfPdf(files[pdf ?? ''] ?? new Uint8Array())).toContain('Evidence file')
  })

  it('shows every part of a company in both languages and reports none as unreadable', async () => {
    const { ask, make } = await openAccount()
    for (const part of companyParts) await ask(part)
    for (const locale of [undefined, 'en'] as const) {
      const text = await textOfPdf((await make('pdf', locale)).bytes)
      expect(text).not.toMatch(/nie potrafi pokazać|cannot show/)
      expect(text).not.toContain('undefined')
      expect(text).not.toMatch(/Nie pytano o(?! nic)|Not asked about(?! nothing)/)
    }
  })

  it('leaves out parts that the role may not see and lists them', async () => {
    const account = service.createAccount()
    const owner = await openAccount({}, account)
    for (const part of ['record', 'krz'] as const) await owner.ask(part)
    const finance = await openAccount({ user: { id: 'f', email: 'f@example.test', role: 'finance' } }, account)
    expect(rolesOfPart('krz')).not.toContain('finance')
    const text = await textOfPdf((await finance.make('pdf')).bytes)
    expect(text).toContain('Zawiera Dane Nie pytano')
    expect(text).toMatch(/Poza uprawnieniami roli Obwieszczenia KRZ/)
    const ownersText = await textOfPdf((await owner.make('pdf')).bytes)
    expect(ownersText).toMatch(/Zawiera Dane, Obwieszczenia KRZ/)
  })

  it('is not available to another account, and does not exist without any answers', async () => {
    const { ask } = await openAccount()
    await ask('record')
    const other = await openAccount()
    await expect(other.make('pdf')).rejects.toMatchObject({ code: 'not_found' })
    expect((await listEntries(other.accountId)).entries).toEqual([])
  })

  it('reports an answer of unknown form as not displayable, includes it in the ZIP and shows no personal number', async () => {
    const headers = { 'content-type': 'application/json', 'x-request-id': 'r-1' }
    const unknownAnswer = { score: 'very high', owner: `Jan ${PESEL}`, name: '"Q" <b>‮abc' }
    const fetchService = (path: string) =>
      Promise.resolve(
        path.startsWith('/v1/risk') ? Response.json(unknownAnswer, { headers }) : Response.json({ items: [] }),
      )
    const { ask, make } = await openAccount({ fetchService })
    await ask('risk').catch((error: unknown) => expect(isApiError(error)).toBe(false))
    const text = await textOfPdf((await make('pdf')).bytes)
    expect(text).toContain('Odpowiedzi w tej postaci panel nie potrafi pokazać')
    expect(text).toContain('r-1')
    const files = unzipSync((await make('zip')).bytes)
    const all = Object.values(files)
      .map((bytes) => new TextDecoder('latin1').decode(bytes))
      .join('')
    expect(all).toContain('very high')
    expect(all).not.toContain(PESEL)
  })
})
