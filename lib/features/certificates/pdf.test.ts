import { extractText, getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'

import { measureYields } from '@/lib/testing/measure-yields'

import type { Cells, CertificateContent } from './content'
import { renderCertificate } from './pdf'

const table = { title: 'T', columns: ['a', 'b', 'c'] as const, rows: [] }
const empty: CertificateContent = {
  title: 'x',
  subject: 'y',
  statement: ['z'],
  warning: undefined,
  facts: [],
  periods: undefined,
  versions: undefined,
  groups: undefined,
  events: table,
  changes: table,
  limits: { title: 'L', items: ['q'] },
  none: 'brak',
  footer: 'f',
}
const options = { at: new Date('2026-11-20T11:00:00.000Z'), locale: 'en' } as const
const listing = (label: string, values: readonly string[]): CertificateContent => ({
  ...empty,
  groups: { title: 'G', items: [{ times: 'od – do', lists: [{ label, value: values.join(', ') }] }] },
})
const krsOf = (count: number) => Array.from({ length: count }, (_, index) => `0009${500_000 + index}`)

it('shows every value of long lists, and breaks names longer than a line', async () => {
  const krs = krsOf(2000)
  const names = [`${'Bardzo długa nazwa '.repeat(14)}koniec`, 'X'.repeat(250)]
  const lists = [
    { label: 'KRS', value: krs.join(', ') },
    { label: 'Nazwy', value: names.join(', ') },
  ]
  const bytes = await renderCertificate(
    { ...empty, groups: { title: 'G', items: [{ times: 'od – do', lists }] } },
    options,
  )
  const { text } = await extractText(await getDocumentProxy(bytes.slice()))
  const all = text.join(' ').replaceAll(/\s+/g, ' ')
  expect(krs.filter((value) => !all.includes(value))).toEqual([])
  expect(all.match(/Bardzo długa nazwa/g)).toHaveLength(14)
  expect(all.replaceAll(/\s/g, '')).toContain('X'.repeat(250))
  expect(all).toContain('Page 1 of')
})

const rowsOf = (count: number): Cells[] =>
  Array.from({ length: count }, (_, index) => [
    `${index}`,
    'MSiG',
    `Ogłoszenie ${index}\nSpółka ${index}, ${'z długą nazwą '.repeat(index % 7)}`,
  ])

it('shows every row of a long table, with its heading on every page', async () => {
  const bytes = await renderCertificate({ ...empty, events: { ...table, rows: rowsOf(700) } }, options)
  const { text, totalPages } = await extractText(await getDocumentProxy(bytes.slice()))
  const all = text.join(' ').replaceAll(/\s+/g, ' ')
  expect(rowsOf(700).filter(([index]) => !all.includes(` ${index} MSiG Ogłoszenie ${index} Spółka ${index},`))).toEqual(
    [],
  )
  expect(totalPages).toBeGreaterThan(10)
  expect(text.slice(1, -1).filter((page) => !/a\s+b\s+c/.test(page))).toEqual([])
  expect(text.filter((page, index) => !page.includes(`Page ${index + 1} of ${totalPages}`))).toEqual([])
})

it('yields to other work while it renders a long certificate', { timeout: 30_000 }, async () => {
  // Loads the library, whose time must not be measured.
  await renderCertificate(empty, options)
  for (const long of [listing('KRS', krsOf(10_000)), { ...empty, events: { ...table, rows: rowsOf(1500) } }]) {
    const { count, longest } = await measureYields(() => renderCertificate(long, options))
    // A fast machine needs only a few pauses.
    expect(count).toBeGreaterThan(4)
    expect(longest).toBeLessThan(0.3)
  }
})

it('stops when it is aborted', async () => {
  const controller = new AbortController()
  const rendering = renderCertificate(listing('KRS', krsOf(10_000)), { ...options, signal: controller.signal })
  setImmediate(() => controller.abort(new Error('gone away')))
  await expect(rendering).rejects.toThrow('gone away')
})
