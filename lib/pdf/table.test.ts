import { extractText, getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'

import { makePdf } from './document'
import { drawTable, type PdfRow } from './table'

const AT = new Date('2026-11-22T10:00:00Z')

async function pagesOf(rows: readonly PdfRow[]): Promise<string[]> {
  const meta = { title: 'T', subject: 'S', creator: 'C', at: AT }
  const table = { columns: [{ label: 'Dzień', width: 1 }], rows, none: 'brak' }
  const bytes = await makePdf(meta, (document) => drawTable(document, table))
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: false })
  return text
}

it('a page never begins with a sum, and all rows are printed', async () => {
  const lengths = new Set<number>()
  for (let rows = 35; rows < 55; rows += 1) {
    const days = Array.from({ length: rows }, (_, at) => ({ cells: [`dzień ${at + 1}`] }))
    const pages = await pagesOf([...days, { cells: ['Razem'], isStrong: true }])
    lengths.add(pages.length)
    expect(pages.at(-1), `${rows}`).toMatch(/dzień \d+\s+Razem/)
    expect(pages.join(' ').match(/dzień \d+/g)).toHaveLength(rows)
  }
  // At one of these lengths the sum no longer fits on the first page.
  expect([...lengths]).toEqual([1, 2])
})

it('a table without rows has no head', async () => {
  expect(await pagesOf([])).toEqual(['brak'])
})
