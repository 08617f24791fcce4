import { parseJson } from '@/lib/domain/collections/json'

/** What is said to a channel, before it takes the channel's form. No names of persons, no personal numbers. */
export type Message = {
  /** The same over every attempt and every replay; a receiver knows a duplicate by it. `msg_` + id. */
  readonly id: string
  /** e.g. 'event.found', 'digest', 'report.missing', 'spend.threshold', 'test'. */
  readonly type: string
  readonly at: string
  /** Plain, short: count and source. */
  readonly title: string
  readonly items: readonly MessageItem[]
  /** Items that did not fit. */
  readonly more: number
  /** Said at its end, e.g. which rule sent it. */
  readonly note?: string
  /** Where the whole can be read; only with PANEL_URL. */
  readonly url?: string
  /** What a webhook's receiver gets as `data`: ids and facts, small. */
  readonly data: Readonly<Record<string, unknown>>
}

/** Undefined where what was kept is none. */
export function readMessage(text: string): Message | undefined {
  const read = parseJson(text)
  // Sound: written by `deliveryRow` alone; anything else is damaged.
  return typeof read === 'object' && read !== null ? (read as Message) : undefined
}

type MessageItem = {
  readonly title: string
  readonly lines: readonly string[]
  readonly url?: string
}
