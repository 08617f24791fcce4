import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import type { APIRequestContext } from '@playwright/test'
import { fromBuffer } from 'yauzl'

import { waitForIdleNetwork } from '../support/idle-network'
import { givePurpose } from '../support/purpose'
import { expect, remoteTest as test } from '../support/remote-fixtures'

type Entry = { id: string; report_date: string; source: string; format: string; row_count: number; size_bytes: number }

const CUTS = 20
const path = (id: string) => `/api/v1/reports/download/${id}`
const isFile = (call: { path: string }) => call.path.startsWith('/v1/reports/download/')

async function reportOf(request: APIRequestContext, source: string, format = 'csv'): Promise<Entry> {
  const answer = await request.get('/api/v1/reports/daily/index')
  const entries = (await answer.json()) as Entry[]
  const found = entries.find((each) => each.source === source && each.format === format && each.row_count > 0)
  if (!found) throw new Error(`No report of ${source}`)
  return found
}

/** A seeded generator: the same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

test.beforeEach(({ signIn }) => signIn('owner'))
test.afterEach(({ faulty }) => faulty.heal())

test('a download equals the file of the service byte for byte', async ({ page, upstream, apiKey }) => {
  const report = await reportOf(page.request, 'msig')
  await page.goto('/reports')
  const button = page.getByRole('button', { name: /^Pobierz: MSiG, CSV/ }).first()
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const downloaded = await readFile(await download.path())
  const original = await fetch(`${upstream.apiUrl}/v1/reports/download/${report.id}`, {
    headers: { 'x-api-key': apiKey },
  })
  expect(downloaded.equals(Buffer.from(await original.arrayBuffer()))).toBe(true)
  await expect(page.getByText(/^Pobrano w całości/).first()).toBeVisible()
})

test(`a download is complete although its connection to the service breaks, in ${CUTS} tries`, async ({
  page,
  faulty,
}) => {
  test.setTimeout(120_000)
  const report = await reportOf(page.request, 'krs_changes', 'json')
  const fullFile = await (await page.request.get(path(report.id))).body()
  expect(fullFile).toHaveLength(report.size_bytes)
  const random = seeded(14)
  for (let run = 0; run < CUTS; run += 1) {
    let cuts = 1
    const cutAfter = 1 + Math.floor(random() * (report.size_bytes - 1))
    faulty.fail((call) => (isFile(call) && cuts-- > 0 ? { cutAfter } : undefined))
    const answer = await page.request.get(path(report.id))
    expect(answer.headers()['content-length']).toBe(String(report.size_bytes))
    expect((await answer.body()).equals(fullFile), `cut after ${cutAfter}`).toBe(true)
  }
})

test('range requests return the bytes of the file', async ({ page }) => {
  const report = await reportOf(page.request, 'msig')
  const fullFile = await page.request.get(path(report.id))
  const [bytes, etag] = [await fullFile.body(), fullFile.headers()['etag'] ?? '']
  const part = await page.request.get(path(report.id), { headers: { range: 'bytes=10-99', 'if-range': etag } })
  expect(part.status()).toBe(206)
  expect(part.headers()['content-range']).toBe(`bytes 10-99/${bytes.length}`)
  expect((await part.body()).equals(bytes.subarray(10, 100))).toBe(true)
  const other = await page.request.get(path(report.id), { headers: { range: 'bytes=10-', 'if-range': '"other"' } })
  expect([other.status(), (await other.body()).length]).toEqual([200, bytes.length])
  const beyond = await page.request.get(path(report.id), { headers: { range: `bytes=${bytes.length}-` } })
  expect(beyond.status()).toBe(416)
  expect((await page.request.get(path(report.id), { headers: { 'if-none-match': etag } })).status()).toBe(304)
})

test('a download address is valid in one session only', async ({ page, panel, browser, signIn }) => {
  const report = await reportOf(page.request, 'msig')
  const probe = await page.request.get(path(report.id), { headers: { range: 'bytes=0-0' } })
  const address = `${path(report.id)}?download=${probe.headers()['x-download']}`
  expect((await page.request.get(address)).status()).toBe(200)
  const stranger = await browser.newContext({ baseURL: panel.url })
  expect((await stranger.request.get(address)).status()).toBe(401)
  await stranger.close()
  await signIn('compliance')
  const refused = await page.request.get(address)
  expect(refused.status()).toBe(403)
  expect(await refused.json()).toMatchObject({ detail: { code: 'foreign_download' } })
})

test('the purpose is requested once, and is stored in the log', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 409/)
  const report = await reportOf(page.request, 'krz')
  const refused = await page.request.get(path(report.id))
  expect(await refused.json()).toMatchObject({ detail: { code: 'purpose_required' } })
  await page.goto('/reports')
  const button = page.getByRole('button', { name: /^Pobierz: KRZ, CSV/ }).first()
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'W jakim celu pobierasz dane osobowe?' })
  await dialog.getByText('Inny', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Zapisz cel' }).click()
  await expect(dialog.getByText('Napisz, w jakim celu.')).toBeVisible()
  await dialog.getByLabel('Dopisek').fill('windykacja')
  await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Zapisz cel' }).click()])
  await expect(page.getByText(/^Pobrano w całości/).first()).toBeVisible()
  // The list is requested again after a download, and its rows are replaced.
  await waitForIdleNetwork(page)
  await Promise.all([page.waitForEvent('download'), button.click()])
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(async () => {
      const log = await page.request.get('/api/panel/audit?action=reports.download&limit=1')
      return ((await log.json()) as { items: { after: unknown }[] }).items[0]?.after
    })
    .toMatchObject({
      source: 'krz',
      bytes: report.size_bytes,
      outcome: 'whole',
      purpose: 'other',
      reason: 'windykacja',
    })
})

for (const [name, fault, words] of [
  [
    'an HTML page',
    { status: 200, type: 'text/html', body: '<html></html>' },
    'Usługa przysłała coś innego niż raport.',
  ],
  [
    'a file of another length',
    { status: 206, type: 'text/csv', body: 'a', headers: { 'content-range': 'bytes 0-0/7' } },
    'To nie jest plik z listy',
  ],
  ['an expired report', { status: 410, body: '{"detail":{"code":"report_expired","message":"no"}}' }, 'wygasł'],
] as const) {
  test(`${name} is not downloaded, and the page shows the reason`, async ({ page, faulty, expectedErrors }) => {
    expectedErrors.push(/status of (502|410)/)
    await page.goto('/reports')
    faulty.fail((call) => (isFile(call) ? fault : undefined))
    await page
      .getByRole('button', { name: /^Pobierz: MSiG, CSV/ })
      .first()
      .click()
    await expect(page.getByRole('row').getByRole('alert')).toContainText(words)
  })
}

test('all new reports are downloaded as one ZIP that matches its manifest', async ({ page, panel }) => {
  const newReportsPath = '/api/panel/new-reports?format=csv&source=msig&source=krz'
  const newReports = (await (await page.request.get(newReportsPath)).json()) as {
    reports: number
    has_personal_data: boolean
  }
  expect(newReports.has_personal_data).toBe(true)
  await givePurpose(page, panel)
  const answer = await page.request.get(newReportsPath.replace('new-reports', 'new-reports/zip'))
  expect(answer.status()).toBe(200)
  const zip = await answer.body()
  expect(answer.headers()['content-length']).toBe(String(zip.length))
  const files = await unzip(zip)
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '{}') as {
    files: { name: string; sha256: string; size_bytes: number }[]
  }
  expect(manifest.files).toHaveLength(newReports.reports)
  for (const { name, sha256, size_bytes } of manifest.files) {
    const file = files.get(name) ?? Buffer.of()
    expect(file).toHaveLength(size_bytes)
    expect(createHash('sha256').update(file).digest('hex')).toBe(sha256)
  }
  expect([...files.keys()].slice(-2)).toEqual(['manifest.json', 'manifest.csv'])
  await expect
    .poll(async () => ((await (await page.request.get(newReportsPath)).json()) as { reports: number }).reports)
    .toBe(0)
})

function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (failure, zip) => {
      if (failure) return reject(failure)
      const files = new Map<string, Buffer>()
      zip.on('entry', (entry: { fileName: string }) => {
        zip.openReadStream(entry as never, (streamError, stream) => {
          if (streamError) return reject(streamError)
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(chunks))
            zip.readEntry()
          })
        })
      })
      zip.on('end', () => resolve(files))
      zip.on('error', reject)
      zip.readEntry()
      return undefined
    })
  })
}
