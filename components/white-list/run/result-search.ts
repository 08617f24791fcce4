import type { AddressCodec } from '@/components/ui/address/use-address-search'
import {
  type WhiteListGroup,
  whiteListGroups,
  type WhiteListOrder,
  whiteListOrders,
} from '@/lib/domain/white-list/groups'

/** What the table of results is narrowed to, as the address has it. */
export interface ResultSearch {
  readonly group: WhiteListGroup | undefined
  readonly q: string
  readonly order: WhiteListOrder
  readonly isDescending: boolean
}

export const resultCodec: AddressCodec<ResultSearch> = {
  read: (params) => ({
    group: whiteListGroups.find((group) => group === params.get('show')),
    q: (params.get('q') ?? '').slice(0, 100),
    order: whiteListOrders.find((order) => order === params.get('sort')) ?? 'line',
    isDescending: params.get('desc') === '1',
  }),
  write: ({ group, q, order, isDescending }) => {
    const params = new URLSearchParams({
      ...(group !== undefined && { show: group }),
      ...(q !== '' && { q }),
      ...(order !== 'line' && { sort: order }),
      ...(isDescending && { desc: '1' }),
    }).toString()
    return params === '' ? '' : `?${params}`
  },
}
