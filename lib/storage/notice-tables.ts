/** One notice of public procurement. */
export type BzpNoticeTable = {
  id: string
  tender_id: string
  notice_number: string
  title: string
  description: string
  authority: string
  authority_nip: string
  city: string
  /** Folded city, for comparing. */
  city_key: string
  province_code: string
  order_type: 'Delivery' | 'Services' | 'Works'
  /** ` 45232420-2 45111200-0 `: every code after a space, so a prefix is found by `% 4523%`. */
  cpv: string
  published_at: string
  day: string
  /** Folded title, short description and authority, one a line: what keywords look in. */
  search_text: string
  /** Folded authority and its NIP. */
  authority_key: string
  /** From `sequences.bzp_notices`, taken under its row lock: whoever has read up to a position has missed none. */
  position: number
}
