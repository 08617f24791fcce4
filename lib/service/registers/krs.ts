import { warsawDay } from '@/lib/domain/calendar'
import { listNextAnnouncements, type StreamedRow } from '@/lib/service/monitors/statements/announcement-streams'

import { krsPdf } from '../documents/krs-pdf'
import type { HandlersOf, Handler } from '../http/context'
import { checkedNumber } from '../streams/checked-number'
import { streamRows } from '../streams/ndjson-stream'

/** Interface section 4.13 (prices). */
const CHANGES_PER_UNIT = 10

/** One unit per ten changes, rounded up. Changes that appear while the stream is read are not included. */
const krsChanges: Handler<'krs.changes'> = async ({ query }, context) => {
  const { now } = context
  const selection = {
    sources: ['krs'] as const,
    from: query.date_from,
    to: query.date_to,
    krs: checkedNumber('krs', query.krs),
  }
  return streamRows<StreamedRow>(
    context,
    {
      read: (db, range) => listNextAnnouncements(db, { ...selection, ...range }),
      // Rows are stored in the format of decision 31 (report rows), on one line.
      toLine: ({ row }) => row,
    },
    {
      ...query,
      question: selection,
      list: 'krs-changes',
      per: CHANGES_PER_UNIT,
      fileName: `krs-changes-${warsawDay(now)}.ndjson`,
    },
  )
}

export const krsHandlers: HandlersOf<'krs'> = { 'krs.changes': krsChanges, 'krs.pdf': krsPdf }
