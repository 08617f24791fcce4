import { day, defineAddress, inOrder, type SearchOf, text } from '@/lib/domain/address'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'

/** What the log is narrowed to. */
export const auditAddress = defineAddress(
  { actor: text(), action: text(), target: text(), from: day, to: day },
  inOrder,
)
export type AuditSearch = SearchOf<typeof auditAddress>

/** The query of `audit.list` and `audit.export`. No entry is about a personal number, so none is asked for. */
export function toQuery({ actor, action, target, from, to }: AuditSearch) {
  const about = target.trim()
  return {
    ...(actor !== '' && { actor }),
    ...(action !== '' && { action }),
    ...(about !== '' && !isPersonalNumber(about) && { target: about }),
    ...(from !== null && { date_from: from }),
    ...(to !== null && { date_to: to }),
  }
}

/** How many of its fields narrow the log; the two days are one. */
export const countSet = ({ actor, action, target, from, to }: AuditSearch): number =>
  [actor, action, target, from ?? to ?? ''].filter((text) => text.trim() !== '').length
