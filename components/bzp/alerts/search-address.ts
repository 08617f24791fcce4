import type { BzpFilter } from '@/lib/contract/bzp'
import { routes } from '@/lib/domain/routes'

import { writeFilter } from '../filter/alert-filter'
import { EDITED_ALERT, isAddressable } from '../filter/search-state'

/** The search page with an alert's filter; with the alert alone where the filter is too long for an address. */
export function searchAddress(filter: BzpFilter, alert: string): string {
  const params = new URLSearchParams(writeFilter(filter))
  params.set(EDITED_ALERT, alert)
  const search = `?${params.toString()}`
  return `${routes.bzp}${isAddressable(search) ? search : `?${EDITED_ALERT}=${alert}`}`
}
