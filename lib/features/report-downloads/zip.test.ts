import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'
import { fromBuffer } from 'yauzl'

import type { FetchService } from '@/lib/panel/context'

import { makeDownloadLink, openDownloadLink } from './download-link'
import { type ReportZipEntry, openReportsZip } from './zip'

const REPORT_COUNT = 400
const bytesOf = (id: string) => Buffer.from(`row of ${id}\n`.repeat(50))
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const entryOf = (id: string, sizeBytes = bytesOf(id).length): ReportZipEntry => ({
  id,
  name: `${id}.csv`,
  source: 'msig',
  format: 'csv',
  report_date: '2026-11-20',
  row_count: 50,
  size_bytes: sizeBytes,
  generated_at: null,
  expires_at: null,
})

const service =
  (truncatedId?: string): FetchService =>
  (path) => {
    const id = path.split('/').at(-1) ?? ''
    const bytes = id === truncatedId ? bytesOf(id).subarray(0, 10) : bytesOf(id)
    const headers = { 'content-type': 'text/csv', 'content-length': String(bytesOf(id).length) }
    return Promise.resolve(new Response(new Uint8Array(bytes), { headers }))
  }

const open = (reports: readonly ReportZipEntry[], fetchService: FetchService, sentIds: string[] = []) =>
  openReportsZip({
    planned: reports,
    skipped: [],
    madeAt: '2026-11-21T10:00:00.000Z',
    fetchService,
    signal: new AbortController().signal,
    onSent: ({ id }) => Promise.resolve(void sentIds.push(id)),
  })

async function readAll(bytes: AsyncGenerator<Uint8Array, void>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const namesIn = (zip: Buffer): Promise<string[]> =>
  new Promise((resolve, reject) => {
    fromBuffer(zip, (failure, file) => {
      if (failure) return reject(failure)
      const names: string[] = []
      file.on('entry', ({ fileName }: { fileName: string }) => names.push(fileName))
      file.on('end', () => resolve(names))
      return undefined
    })
  })

describe('a ZIP of reports', () => {
  it(`contains ${REPORT_COUNT} reports and then its manifest, and has the announced size`, async () => {
    const reports = Array.from({ length: REPORT_COUNT }, (_, index) => entryOf(`report-${index}`))
    const sentIds: string[] = []
    const { sizeBytes, bytes } = await open(reports, service(), sentIds)
    const zip = await readAll(bytes)
    expect(zip).toHaveLength(sizeBytes)
    expect(await namesIn(zip)).toEqual([...reports.map(({ name }) => name), 'manifest.json', 'manifest.csv'])
    expect(sentIds).toHaveLength(REPORT_COUNT)
    const last = reports.at(-1)
    expect(zip.toString()).toContain(hashOf(bytesOf(last?.id ?? '')))
  })

  it('is aborted at a report that fails, and notes no report after it as sent', async () => {
    const reports = [entryOf('a'), entryOf('b'), entryOf('c')]
    const sentIds: string[] = []
    const { bytes } = await open(reports, service('b'), sentIds)
    await expect(readAll(bytes)).rejects.toThrow(/broken/)
    expect(sentIds).toEqual(['a'])
  })

  it("fails if a report's size differs from the list", async () => {
    const { bytes } = await open([entryOf('a', 7)], service())
    await expect(readAll(bytes)).rejects.toThrow(/changed/)
  })

  it('may be larger than four gigabytes', async () => {
    const { sizeBytes } = await open([entryOf('a', 3e9), entryOf('b', 2e9)], service())
    expect(sizeBytes).toBeGreaterThan(5e9)
  })
})

describe('a download link', () => {
  const secrets = { current: () => 'a secret', all: () => ['a secret'], reload: () => undefined }
  const scope = { sessionId: 's', accountId: 'a', reportId: 'r' }

  it('works only for one session, account and report', () => {
    const link = makeDownloadLink(secrets, scope)
    expect(openDownloadLink(secrets, scope, link)).toBe(link.split('.')[0])
    for (const other of [{ sessionId: 't' }, { accountId: 'b' }, { reportId: 'q' }]) {
      expect(() => openDownloadLink(secrets, { ...scope, ...other }, link)).toThrow(/session/)
    }
    for (const bad of ['', 'x', link.slice(1), `${link}x`, link.toUpperCase()]) {
      expect(() => openDownloadLink(secrets, scope, bad)).toThrow(/session/)
    }
  })
})
