import { day, defineAddress, inOrder, type SearchOf, text } from '@/lib/domain/address'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'

export const auditAddress = defineAddress(
  { actor: text(), action: text(), target: text(), from: day, to: day },
  inOrder,
)
export type AuditSearch = SearchOf<typeof auditAddress>

/**
 * The query of `audit.list` and `audit.export`. No entry has a personal number as its target, so such a text is not
 * sent.
 */
export function toQuery({ actor, action, target, from, to }: AuditSearch) {
  const trimmedTarget = target.trim()
  return {
    ...(actor !== '' && { actor }),
    ...(action !== '' && { action }),
    ...(trimmedTarget !== '' && !isPersonalNumber(trimmedTarget) && { target: trimmedTarget }),
    ...(from !== null && { date_from: from }),
    ...(to !== null && { date_to: to }),
  }
}

/** Counts the active filters; both dates count as one. */
export const countActiveFilters = ({ actor, action, target, from, to }: AuditSearch): number =>
  [actor, action, target, from ?? to ?? ''].filter((text) => text.trim() !== '').length
