import { readFileSync } from 'node:fs'

import { type CellObject, read as readBook } from '@e965/xlsx'
import type { Locator, Page } from '@playwright/test'

import { rounds } from '@/lib/testing/rounds'

import { makeAccount, makeKey, makeUser } from './support/accounts'
import { expect, test } from './support/fixtures'
import type { Panel } from './support/panel'

/** Large enough to require efficient reading and writing; in the long run the plan's largest account. */
const ALL = rounds({ long: 50_000, short: 10_000 })
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ' ')
const PER_CALL = 1000
const OWNER = 'owner@wielkie.test'
/** Words that match this many monitors; each word also matches the monitors of the words before it. */
const sizes = [
  { word: 'dziesiątka', count: 10 },
  { word: 'tysięczna', count: 1000 },
  { word: '', count: ALL },
] as const
/** No file may run this text as a formula, break at it, or lose a character of it. */
const labelOf = (number: number) =>
  `=1+${number}; "Żółw" & <syn> ${sizes
    .filter(({ count }) => number <= count)
    .map(({ word }) => word)
    .join(' ')}`.trim()

type Monitor = {
  id: string
  identifier_type: string | null
  identifier_value: string | null
  label: string | null
  tags: string[]
  subject_name: string | null
  last_event_at: string | null
  last_event_source: string | null
  created_at: string
}

/** An account created as an operator and an API client would; returns its monitors in the service. */
async function fillAccount(panel: Panel): Promise<ReadonlyMap<string, Monitor>> {
  await makeAccount(panel, 'wielkie', { plan: 'enterprise', limits: { monitors: ALL } })
  await makeUser(panel, OWNER, { account: 'wielkie' })
  const key = await makeKey(panel, 'wielkie', 'e2e')
  const call = async <T>(path: string, body?: unknown): Promise<T> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const requestInit = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${panel.apiUrl}/v1${path}`, { headers, ...requestInit })
    expect(answer.status, path).toBe(200)
    return (await answer.json()) as T
  }
  for (let from = 1; from <= ALL; from += PER_CALL) {
    const items = Array.from({ length: PER_CALL }, (_, at) => ({
      identifier_type: 'krs',
      identifier_value: String(from + at).padStart(10, '0'),
      label: labelOf(from + at),
    }))
    await call('/monitors/bulk', { items })
  }
  const monitorsByNumber = new Map<string, Monitor>()
  let cursor = ''
  do {
    const page = await call<{ items: Monitor[]; next_cursor: string | null }>(`/monitors?limit=1000${cursor}`)
    for (const monitor of page.items) monitorsByNumber.set(monitor.identifier_value ?? '', monitor)
    cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
  } while (cursor !== '')
  expect(monitorsByNumber.size).toBe(ALL)
  return monitorsByNumber
}

/** Warsaw time in a spreadsheet's format. */
const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Warsaw',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const warsawTime = (at: string | null): string => (at === null ? '' : clock.format(new Date(at)))

const columns = [
  'rodzaj_identyfikatora',
  'identyfikator',
  'nazwa',
  'etykieta',
  'tagi',
  'ostatnie_zrodlo',
  'ostatnie_zdarzenie',
  'filtr',
  'utworzono',
]
const expectedRow = (monitor: Monitor): (string | null)[] => [
  monitor.identifier_type,
  monitor.identifier_value,
  monitor.subject_name,
  monitor.label,
  monitor.tags.join(', '),
  monitor.last_event_source,
  warsawTime(monitor.last_event_at),
  '',
  warsawTime(monitor.created_at),
]
/** An empty cell means null. */
const matchesMonitor = (row: readonly string[], monitor: Monitor | undefined): boolean =>
  monitor !== undefined && expectedRow(monitor).every((text, at) => (text ?? '') === row[at])

const timeColumns = new Set(['ostatnie_zdarzenie', 'utworzono'])

/** Displayed texts; a time has to be a number with a date format. */
function rowsOfBook(bytes: Buffer): string[][] {
  const book = readBook(bytes, { dense: true, cellNF: true, cellHTML: false })
  // Safe: `dense` produces this shape.
  const rows = (book.Sheets['Monitory']?.['!data'] ?? []) as (CellObject | undefined)[][]
  return rows.map((row, line) =>
    columns.map((name, at) => {
      const cell = row[at]
      if (cell === undefined || line === 0) return cell?.w ?? ''
      return cell.t === (timeColumns.has(name) ? 'n' : 's') ? (cell.w ?? '') : `${cell.t} is no type of ${name}`
    }),
  )
}

/** An independent RFC 4180 reader, which removes the apostrophe that prevents formulas. */
function rowsOfCsv(bytes: Buffer): string[][] {
  const lines = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  return lines.map((line) =>
    [...`;${line}`.matchAll(/;(?:"((?:[^"]|"")*)"|([^";]*))/g)].map(([, quoted, unquoted]) =>
      (quoted?.replaceAll('""', '"') ?? unquoted ?? '').replace(/^'(?==)/, ''),
    ),
  )
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Eksport monitorów' })
async function openExport(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Eksport' }).click()
  return dialogOf(page)
}

async function save(page: Page, format: 'CSV' | 'XLSX'): Promise<Buffer> {
  const dialog = await openExport(page)
  await dialog.getByRole('radio', { name: new RegExp(format) }).check()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: `Pobierz ${format}` }).click()
  const bytes = readFileSync(await (await download).path())
  await expect(dialog).toBeHidden()
  return bytes
}

test(`files of 10, 1 000 and ${grouped(ALL)} monitors match the service row by row, and the largest can be imported`, async ({
  page,
  panel,
  signIn,
}) => {
  test.setTimeout(240_000)
  const stored = await fillAccount(panel)
  await signIn(OWNER)
  await page.goto('/monitors')
  const grid = page.getByRole('grid', { name: 'Monitory' })
  await expect(grid).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 })
  const files: Buffer[] = []
  for (const { word, count } of sizes) {
    await page.getByRole('searchbox', { name: 'Szukaj monitorów' }).fill(word)
    await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1))
    const book = await save(page, 'XLSX')
    files.push(book)
    for (const rows of [rowsOfBook(book), rowsOfCsv(await save(page, 'CSV'))]) {
      expect(rows[0]).toEqual(columns)
      expect(rows).toHaveLength(count + 1)
      expect(new Set(rows.map((row) => row[1])).size).toBe(count + 1)
      // One comparison for all, because many single ones take longer than the files.
      const wrong = rows.slice(1).filter((row) => !matchesMonitor(row, stored.get(row[1] ?? '')))
      expect(wrong.slice(0, 3)).toEqual([])
    }
  }
  await page.goto('/monitors/import')
  const [largest = Buffer.alloc(0)] = files.slice(-1)
  await page.locator('input[type=file]').setInputFiles({ name: 'monitory.xlsx', mimeType: '', buffer: largest })
  await expect(
    page.getByRole('button', { name: new RegExp(`^Już monitorowane ${grouped(ALL).replace(' ', String.raw`\s`)}`) }),
  ).toBeVisible({ timeout: 90_000 })
})

/** Replaces the browser's workers: one never starts, or one never answers. */
const brokenWorker = (isRefused: boolean) => `window.Worker = class extends EventTarget {
  constructor() { super(); ${isRefused ? "setTimeout(() => this.dispatchEvent(new Event('error')))" : ''} }
  postMessage() {}
  terminate() {}
}`

test('a file that cannot be written or read shows an error message', async ({ page, signIn }) => {
  await signIn('owner')
  await page.addInitScript(brokenWorker(true))
  await page.goto('/monitors')
  const dialog = await openExport(page)
  const button = dialog.getByRole('button', { name: 'Pobierz XLSX' })
  await button.click()
  await expect(page.getByText(/Przeglądarka nie uruchomiła zapisu pliku/).first()).toBeVisible()
  await expect(button).not.toHaveAttribute('aria-busy')
  await page.goto('/usage')
  await page.getByRole('button', { name: /^Pobierz CSV: dni/ }).click()
  await expect(page.getByText(/Przeglądarka nie uruchomiła zapisu pliku/).first()).toBeVisible()
  await page.goto('/monitors/import')
  const list = { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from('nip\n5261040828\n') }
  await page.locator('input[type=file]').setInputFiles(list)
  await expect(page.getByText(/Nie udało się odczytać/).first()).toBeVisible()
})

test('a long export can be cancelled', async ({ page, signIn, expectAccessible }) => {
  await signIn('owner')
  await page.addInitScript(brokenWorker(false))
  await page.goto('/monitors')
  const dialog = await openExport(page)
  const button = dialog.getByRole('button', { name: 'Pobierz XLSX' })
  await button.click()
  await expect(dialog.getByRole('progressbar', { name: 'Zapisywanie monitorów' })).toBeVisible()
  await expectAccessible(page, 'monitors/export')
  await dialog.getByRole('button', { name: 'Anuluj' }).click()
  await expect(dialog.getByRole('progressbar')).toBeHidden()
  await expect(button).not.toHaveAttribute('aria-busy')
  await dialog.getByRole('button', { name: 'Anuluj' }).click()
  await expect(dialog).toBeHidden()
})
