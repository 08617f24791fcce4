import { underName, defineAddress, flag, optionalOneOf, oneOf, type SearchOf, text } from '@/lib/domain/address'
import { whiteListGroups, whiteListOrders } from '@/lib/features/white-list/domain/groups'

export const resultAddress = defineAddress({
  group: underName('show', optionalOneOf(whiteListGroups)),
  q: text(1, { max: 100 }),
  order: underName('sort', oneOf(whiteListOrders, 'attention')),
  isDescending: underName('desc', flag),
})
export type ResultSearch = SearchOf<typeof resultAddress>
