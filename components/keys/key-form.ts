import * as z from 'zod'

import { createKeyBody, keyAddress, MAX_KEY_ADDRESSES } from '@/lib/contract/keys'
import type { Input } from '@/lib/contract/table'
import { type Day, dayBounds, parseDay } from '@/lib/domain/calendar'
import { keyScopes } from '@/lib/domain/key-scopes'

export const expiryChoices = ['30', '90', '365', 'day', 'never'] as const
export type ExpiryChoice = (typeof expiryChoices)[number]

const DAY_MS = 86_400_000

type Expiry = { readonly expiry: ExpiryChoice; readonly expiry_day: string }

/** A key works until the end of the chosen day in Warsaw. Null: never expires. */
export function toExpiry({ expiry, expiry_day: day }: Expiry, now: Date): string | null {
  if (expiry === 'never') return null
  return expiry === 'day' ? dayBounds(day).end : new Date(now.getTime() + Number(expiry) * DAY_MS).toISOString()
}

/** Splits addresses at blanks, line ends, commas and semicolons; each is returned once. */
export const splitAddresses = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((part) => part !== ''),
  ),
]

const isTodayOrLater = (text: string, today: Day): boolean => parseDay(text) === text && text >= today

export const keyFormOf = (today: Day) =>
  z
    .object({
      name: createKeyBody.shape.name,
      expiry: z.enum(expiryChoices),
      expiry_day: z.string(),
      scope: z.array(z.enum(keyScopes)),
      addresses: z.string(),
    })
    .refine(({ expiry, expiry_day: day }) => expiry !== 'day' || isTodayOrLater(day, today), { path: ['expiry_day'] })
    .refine(({ addresses }) => areAddresses(splitAddresses(addresses)), { path: ['addresses'] })
export type KeyFormInput = z.input<ReturnType<typeof keyFormOf>>

const areAddresses = (parts: readonly string[]): boolean =>
  parts.length <= MAX_KEY_ADDRESSES && parts.every((part) => keyAddress.safeParse(part).success)

export const toKeyBody = (
  { name, scope, addresses, ...expiry }: KeyFormInput,
  now: Date,
): Input<'keys.create'>['body'] => ({
  name,
  expires_at: toExpiry(expiry, now),
  scope,
  addresses: splitAddresses(addresses),
})
