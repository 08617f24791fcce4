import { defineAddress, id, key, optionalOneOf, type SearchOf } from '@/lib/domain/address'
import { deliveryChannels, deliveryStates } from '@/lib/features/deliveries/domain/delivery-states'

export const sinceChoices = ['day', 'week'] as const

export const deliveriesAddress = defineAddress({
  state: optionalOneOf(deliveryStates),
  kind: optionalOneOf(deliveryChannels),
  channel: id,
  rule: id,
  since: optionalOneOf(sinceChoices),
  cursor: key(/./),
})
export type DeliveriesSearch = SearchOf<typeof deliveriesAddress>

const DAYS = { day: 1, week: 7 } as const
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** The time is rounded to whole hours, so that the query stays the same for a while. */
export function toDeliveriesQuery({ since, ...rest }: DeliveriesSearch, now: number) {
  const from = since && new Date(Math.floor(now / HOUR_MS) * HOUR_MS - DAYS[since] * DAY_MS).toISOString()
  const definedFilters = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { query: { limit: 50, ...definedFilters, ...(from !== undefined && { since: from }) } }
}
