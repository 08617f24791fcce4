import type { AddressCodec } from '@/components/ui/address/use-address-search'
import {
  deliveryChannels,
  type DeliveryChannel,
  type DeliveryState,
  deliveryStates,
} from '@/lib/domain/delivery/delivery-states'

export const sinceChoices = ['day', 'week'] as const
type SinceChoice = (typeof sinceChoices)[number]

export type DeliveriesSearch = {
  readonly state?: DeliveryState | undefined
  readonly kind?: DeliveryChannel | undefined
  readonly channel?: string | undefined
  readonly rule?: string | undefined
  readonly since?: SinceChoice | undefined
  readonly cursor?: string | undefined
}

const oneOf = <V extends string>(values: readonly V[], value: string | null): V | undefined =>
  values.find((each) => each === value)

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const idIn = (value: string | null): string | undefined => (value !== null && UUID.test(value) ? value : undefined)

/** What the list is narrowed to, in the address. What is no value of it counts as absent. */
export const deliveriesAddress: AddressCodec<DeliveriesSearch> = {
  read: (params) => ({
    state: oneOf(deliveryStates, params.get('state')),
    kind: oneOf(deliveryChannels, params.get('kind')),
    channel: idIn(params.get('channel')),
    rule: idIn(params.get('rule')),
    since: oneOf(sinceChoices, params.get('since')),
    cursor: params.get('cursor') ?? undefined,
  }),
  write: (search) => {
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(search)) if (value !== undefined) params.set(name, value)
    const text = params.toString()
    return text === '' ? '' : `?${text}`
  },
}

const DAYS = { day: 1, week: 7 } as const
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** As the list is asked for; whole hours, so that the question stays the same for a while. */
export function toDeliveriesQuery({ since, ...rest }: DeliveriesSearch, now: number) {
  const from = since && new Date(Math.floor(now / HOUR_MS) * HOUR_MS - DAYS[since] * DAY_MS).toISOString()
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { query: { limit: 50, ...given, ...(from !== undefined && { since: from }) } }
}
