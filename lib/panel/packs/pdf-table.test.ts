import { extractText, getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'

import { makePdf } from '@/lib/pdf/document'

import { MARGINS } from './pdf-style'
import { drawTable } from './pdf-table'

const AT = new Date('2026-11-22T10:00:00Z')

async function pagesOf(rows: number): Promise<string[]> {
  const meta = { title: 'T', subject: 'S', creator: 'C', at: AT, margins: MARGINS }
  const days = Array.from({ length: rows }, (_, at) => ({ cells: [`dzień ${at + 1}`] }))
  const bytes = await makePdf(meta, (document) =>
    drawTable(document, [{ label: 'Dzień', width: 1 }], [...days, { cells: ['Razem'], isStrong: true }]),
  )
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: false })
  return text
}

it('never begins a page with a sum, whose rows are all there', async () => {
  const lengths = new Set<number>()
  for (let rows = 35; rows < 55; rows += 1) {
    const pages = await pagesOf(rows)
    lengths.add(pages.length)
    expect(pages.at(-1), `${rows}`).toMatch(/dzień \d+\s+Razem/)
    expect(pages.join(' ').match(/dzień \d+/g)).toHaveLength(rows)
  }
  // Somewhere between, the sum no longer fits on the first page.
  expect([...lengths]).toEqual([1, 2])
})
