import { warsawDay } from '@/lib/domain/calendar'
import { checkIdentifier } from '@/lib/domain/identifiers'
import { listNextAnnouncements, type StreamedRow, type StreamQuery } from '@/lib/storage/announcement-streams'

import type { Handler } from './context'
import { InvalidInput } from './errors'
import { streamRows } from './ndjson-stream'

/** Interface 4.13. */
const CHANGES_PER_UNIT = 10

/** One unit per ten changes returned, rounded up. What appears while the stream is read is no part of it. */
export const krsChanges: Handler<'krs.changes'> = async ({ query }, context) => {
  const { now } = context
  const wanted: StreamQuery = {
    sources: ['krs'],
    from: query.date_from,
    to: query.date_to,
    krs: query.krs === undefined ? undefined : toKrs(query.krs),
    publishedUpTo: now.toISOString(),
  }
  return streamRows<StreamedRow>(
    context,
    {
      read: (db, after, limit) => listNextAnnouncements(db, wanted, { after, limit }),
      // Stored as decision 31 has it, on one line.
      toLine: ({ row }) => row,
    },
    { limit: query.limit, per: CHANGES_PER_UNIT, fileName: `krs-changes-${warsawDay(now)}.ndjson` },
  )
}

function toKrs(raw: string): string {
  const checked = checkIdentifier('krs', raw)
  if (checked.ok) return checked.value
  throw new InvalidInput([
    { loc: ['query', 'krs'], msg: 'Not a valid KRS', type: 'value_error', ctx: { error: checked.error } },
  ])
}
