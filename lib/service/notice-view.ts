import type { BzpExample, BzpNotice } from '@/lib/contract/bzp'
import { provinces } from '@/lib/domain/provinces'
import type { BzpNoticeTable } from '@/lib/storage/notice-tables'

export const toExample = (row: BzpNoticeTable): BzpExample => ({
  id: row.id,
  title: row.title,
  authority: row.authority,
  province: provinces.find(({ code }) => code === row.province_code)?.name ?? row.province_code,
  city: row.city,
  order_type: row.order_type,
  cpv: row.cpv.trim().split(' '),
  published_at: row.published_at,
})

export const toNotice = (row: BzpNoticeTable): BzpNotice => ({
  ...toExample(row),
  notice_number: row.notice_number,
  description: row.description,
  authority_nip: row.authority_nip,
})
