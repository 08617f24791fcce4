import { warsawDay } from '@/lib/domain/calendar'
import { streamedSources } from '@/lib/domain/events/sources'
import { listNextAnnouncements, type StreamedRow } from '@/lib/service/monitors/statements/announcement-streams'

import type { HandlersOf } from '../http/context'
import { checkedNumber } from './checked-number'
import { streamRows } from './ndjson-stream'

/**
 * Interface section 4.13 (prices): one unit per announcement. Announcements that appear while the stream is read are
 * not included.
 */
export const streamHandlers: HandlersOf<'stream'> = {
  'stream.announcements': ({ query }, context) => {
    const { now } = context
    const selection = {
      sources: query.source === undefined ? streamedSources : [query.source],
      from: query.date_from,
      to: query.date_to,
      krs: checkedNumber('krs', query.krs),
      nip: checkedNumber('nip', query.nip),
    }
    return streamRows<StreamedRow>(
      context,
      { read: (db, range) => listNextAnnouncements(db, { ...selection, ...range }), toLine },
      { ...query, question: selection, list: 'stream', per: 1, fileName: `announcements-${warsawDay(now)}.ndjson` },
    )
  },
}

/** The stored row is already JSON on one line. */
function toLine({ id, source, day, krs, nip, name, title, row }: StreamedRow): string {
  const fields = JSON.stringify({ id, source, published_on: day, krs, nip, name, title })
  return `${fields.slice(0, -1)},"row":${row}}`
}
