import { checkIdentifier } from '@/lib/domain/identifiers'
import { countNotices, listNoticesBefore, type NoticeListQuery } from '@/lib/storage/bzp-notice-list'

import { readChargedPage } from './charged-list'
import type { Handler } from './context'
import { toSearchText } from './list-query'
import { toNotice } from './notice-view'

/** `q` looks where keywords of a preview look, or is the NIP of the authority. */
export const listNotices: Handler<'bzp.list'> = async ({ query }, { db, meter }) => {
  const { q, date_from: from, date_to: to } = query
  const nip = q === undefined ? undefined : checkIdentifier('nip', q)
  const wanted: NoticeListQuery = {
    text: q === undefined ? undefined : toSearchText(q),
    nip: nip?.ok ? nip.value : undefined,
    from,
    to,
  }
  const { rows, total, next_cursor } = await readChargedPage(
    meter,
    {
      read: (page) => listNoticesBefore(db, { ...wanted, before: page.cursor, limit: page.limit }),
      count: () => countNotices(db, wanted),
      name: 'bzp-notices',
      positionOf: (row) => row.position,
    },
    query,
  )
  return { items: rows.map(toNotice), total, next_cursor }
}
