import { createHash } from 'node:crypto'

import * as z from 'zod'

import { day } from '@/lib/contract/values'
import type { CallService } from '@/lib/panel/context'

const indexEntry = z.object({
  id: z.string().min(1).max(200),
  report_date: day,
  source: z.string().min(1).max(60),
  format: z.string().min(1).max(20),
  generated_at: z.string().max(60).catch(''),
  expires_at: z.string().max(60).catch(''),
  row_count: z.number().int().min(0).nullable().catch(null),
  size_bytes: z.number().int().min(0).nullable().catch(null),
})
export type IndexEntry = z.output<typeof indexEntry>

/** Reads the daily reports that the service offers now. `unreadable` counts entries that do not match the schema. */
export async function readListedReports(callService: CallService, { day }: { readonly day?: string } = {}) {
  const query = day === undefined ? {} : { date_from: day, date_to: day }
  const answer: unknown = await callService('reports.dailyIndex', { query })
  // A service that ignores the date range returns more than was requested.
  const list: readonly unknown[] = Array.isArray(answer) ? answer : []
  const read = list.map((each) => indexEntry.safeParse(each))
  const entries = read.flatMap(({ data: entry }) => (entry === undefined ? [] : [entry]))
  return { entries, unreadable: read.length - entries.length }
}

/**
 * `2026/11/2026-11-20_krz_20261121T000512.123Z_1a2b3c4d.csv`: day, source, creation time, and a hash of the edition
 * that makes names unique whatever ids the service uses.
 */
export function archiveName(
  entry: Pick<IndexEntry, 'id' | 'report_date' | 'source' | 'format' | 'generated_at'>,
): string {
  const [year = '', month = ''] = entry.report_date.split('-')
  const timestamp = entry.generated_at.replaceAll(/[-:]/g, '').replaceAll(/[^\w.+]/g, '')
  const mark = createHash('sha256').update(`${entry.id} ${entry.generated_at}`).digest('hex').slice(0, 8)
  const parts = [entry.report_date, toSafeName(entry.source), ...(timestamp === '' ? [] : [timestamp]), mark]
  return `${year}/${month}/${parts.join('_')}.${toSafeName(entry.format)}`
}

export const manifestName = (date: string): string => {
  const [year = '', month = ''] = date.split('-')
  return `${year}/${month}/manifest-${date}.json`
}

const toSafeName = (text: string): string => text.replaceAll(/[^\w-]/g, '-').toLowerCase()
