import type { BzpNotice } from '@/lib/contract/bzp'
import { provinceName } from '@/lib/domain/provinces'

import type { BzpNoticeTable } from './tables'

/** A stored notice as the contract has it. */
export const noticeOfRow = (row: BzpNoticeTable): BzpNotice => ({
  id: row.id,
  tender_id: row.tender_id,
  notice_number: row.notice_number,
  notice_type: row.notice_type,
  title: row.title,
  description: row.description,
  authority: row.authority,
  authority_nip: row.authority_nip,
  province: provinceName(row.province_code),
  city: row.city,
  order_type: row.order_type,
  cpv: row.cpv.trim().split(' '),
  published_at: row.published_at,
  offers_until: row.offers_until,
  estimated_value_pln: row.estimated_value_pln,
  url: row.url,
})
