import { createHash } from 'node:crypto'

import { countPdfPages } from '@/lib/pdf/count-pages'

import { filedBytes, type FiledFile, isXml } from './filed-file'

/** What the list says of a file. */
export type FiledFacts = { readonly size_bytes: number | null; readonly pages: number | null }

const UNKNOWN: FiledFacts = { size_bytes: null, pages: null }
/** A PDF takes 4 to 5 ms to draw and an XML a tenth of one: a list waits for a third of a second at most. */
const MOST_DRAWN = 60
const MOST_KEPT = 20_000

/** By what the files are made of: the same content is the same bytes, in whatever store it is. */
const known = new Map<string, FiledFacts>()

/** Of each file in order. Of a long list the first PDFs; those beyond them the next time. */
export async function readFacts(files: readonly FiledFile[]): Promise<FiledFacts[]> {
  const facts: FiledFacts[] = []
  let drawn = 0
  for (const file of files) {
    const content = contentOf(file)
    const isPdf = !isXml(file.row)
    const kept = known.get(content)
    if (kept === undefined && isPdf) drawn += 1
    facts.push(kept ?? (drawn > MOST_DRAWN && isPdf ? UNKNOWN : keep(content, await factsOf(file, isPdf))))
  }
  return facts
}

const contentOf = (file: FiledFile): string => createHash('sha256').update(JSON.stringify(file)).digest('base64')

async function factsOf(file: FiledFile, isPdf: boolean): Promise<FiledFacts> {
  const bytes = await filedBytes(file)
  return { size_bytes: bytes.byteLength, pages: isPdf ? (countPdfPages(bytes) ?? null) : null }
}

function keep(content: string, facts: FiledFacts): FiledFacts {
  const [oldest] = known.keys()
  if (known.size >= MOST_KEPT && oldest !== undefined) known.delete(oldest)
  known.set(content, facts)
  return facts
}
