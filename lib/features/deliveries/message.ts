import { parseJson } from '@/lib/domain/collections/json'

/** A message before it takes the form of a channel. It holds no names of persons and no personal numbers. */
export type Message = {
  readonly id: string
  /** e.g. 'event.found', 'digest', 'report.missing', 'spend.threshold', 'test'. */
  readonly type: string
  readonly at: string
  readonly title: string
  readonly items: readonly MessageItem[]
  readonly more: number
  /** Text at the end of the message, e.g. which rule sent it. */
  readonly note?: string
  /** Page with the full result; only if PANEL_URL is set. */
  readonly url?: string
  /** `data` of a webhook's body: a few ids and facts. */
  readonly data: Readonly<Record<string, unknown>>
}

export function readMessage(text: string): Message | undefined {
  const value = parseJson(text)
  // Safe: only `deliveryRow` writes this text; anything else is damaged.
  return typeof value === 'object' && value !== null ? (value as Message) : undefined
}

type MessageItem = {
  readonly title: string
  readonly lines: readonly string[]
  readonly url?: string
}
