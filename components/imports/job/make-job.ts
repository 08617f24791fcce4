import { tidyTags } from '@/lib/domain/tags/tags'

import type { CheckedRow } from '../judge/checked-row'
import type { KnownMonitors } from '../judge/known-monitors'
import type { JobItem } from './job'

const lacks = (has: readonly string[], tags: readonly string[]): boolean => tags.some((tag) => !has.includes(tag))

function toItem(row: CheckedRow, common: readonly string[], known: KnownMonitors): JobItem[] {
  const { verdict, line, label } = row
  if (verdict.kind !== 'new' && verdict.kind !== 'monitored') return []
  const { type, value } = verdict
  const tags = tidyTags([...row.tags, ...common])
  if (verdict.kind === 'new') return [{ line, type, value, label, tags }]
  const has = known.find(type, value)?.tags ?? []
  return lacks(has, tags) ? [{ line, type, value, label, tags, known: { id: verdict.id, has } }] : []
}

/** The items to send: every new subject, and every monitored one that lacks a tag. */
export function makeItems(rows: readonly CheckedRow[], common: readonly string[], known: KnownMonitors): JobItem[] {
  return rows.flatMap((row) => toItem(row, common, known))
}
