import { randomBytes } from 'node:crypto'

import { Webhook } from 'standardwebhooks'

import type { Message } from '@/lib/features/deliveries/message'

/** Standard Webhooks requires receivers to accept at least 20 kB. */
const MAX_BODY_BYTES = 20_000
const SECRET_BYTES = 32

export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * Builds the body of a webhook, the same for all attempts. What does not fit is removed from the longest list of `data`
 * and counted in `more`.
 */
export function webhookBody({ type, at, data, more }: Message, sequence: number): string {
  const bodyOf = (included: Message['data']) => JSON.stringify({ type, timestamp: at, sequence, data: included })
  let included: Message['data'] = more > 0 ? { ...data, more } : data
  let body = bodyOf(included)
  while (Buffer.byteLength(body) >= MAX_BODY_BYTES) {
    included = shortenToFit(included)
    body = bodyOf(included)
  }
  return body
}

function shortenToFit(data: Message['data']): Message['data'] {
  const { more = 0, ...rest } = data
  const sizes = Object.entries(rest).map(([key, value]) => ({ key, value, size: JSON.stringify(value ?? null).length }))
  const [largest] = sizes.toSorted((a, b) => b.size - a.size)
  if (!largest) return {}
  const { key, value } = largest
  if (!Array.isArray(value) || value.length === 0) {
    return { ...Object.fromEntries(Object.entries(rest).filter(([each]) => each !== key)), more: Number(more) + 1 }
  }
  const remainingCount = Math.floor(value.length * 0.8)
  return { ...rest, [key]: value.slice(0, remainingCount), more: Number(more) + value.length - remainingCount }
}

type SignatureInput = {
  readonly id: string
  readonly body: string
  readonly now: Date
  readonly secrets: readonly string[]
}

/** Headers of Standard Webhooks, with a signature for each secret while secrets are rotated. */
export function webhookHeaders({ id, body, now, secrets }: SignatureInput): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
}
