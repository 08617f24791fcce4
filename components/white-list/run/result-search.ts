import { as, defineAddress, flag, one, oneOf, type SearchOf, text } from '@/lib/domain/address'
import { whiteListGroups, whiteListOrders } from '@/lib/features/white-list/domain/groups'

export const resultAddress = defineAddress({
  group: as('show', one(whiteListGroups)),
  q: text(1, { max: 100 }),
  order: as('sort', oneOf(whiteListOrders, 'line')),
  isDescending: as('desc', flag),
})
export type ResultSearch = SearchOf<typeof resultAddress>
