import { createHash, randomInt, randomUUID } from 'node:crypto'

import { type KeyScope, keyScopes } from '@/lib/domain/key-scopes'
import type { ApiKeyTable } from '@/lib/service/accounts/tables'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECK_LENGTH = 4
const SHAPE = /^brd_[0-9A-Za-z]{4}_[0-9A-Za-z]{36}$/

const randomText = (length: number) =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** A checksum that detects a mistyped key without a query. It does not prove that the key exists. */
function checkOf(body: string): string {
  let remaining = createHash('sha256').update(body).digest().readUIntBE(0, 6)
  let check = ''
  for (let position = 0; position < CHECK_LENGTH; position += 1) {
    check = ALPHABET.charAt(remaining % ALPHABET.length) + check
    remaining = Math.floor(remaining / ALPHABET.length)
  }
  return check
}

/** Decision 25 (keys): `brd_` + 4 public characters + `_` + 32 random characters + 4 of checksum. */
export function makeKey() {
  const prefix = `brd_${randomText(4)}`
  const body = `${prefix}_${randomText(32)}`
  const secret = body + checkOf(body)
  return { secret, prefix, last_four: secret.slice(-4), sha256: hashOf(secret) }
}

/** Restrictions of a key. An empty list restricts nothing. */
export type KeySettings = {
  readonly name: string
  /** ISO 8601; null if the key never expires. */
  readonly expires_at?: string | null | undefined
  readonly scope?: readonly KeyScope[] | undefined
  readonly addresses?: readonly string[] | undefined
}

const toStoredList = (list: readonly string[]): string | null => (list.length === 0 ? null : JSON.stringify(list))

export function newKeyRow(
  account_id: string,
  { name, expires_at, scope = [], addresses = [] }: KeySettings,
  now: Date,
): { row: ApiKeyTable; secret: string } {
  const { secret, ...stored } = makeKey()
  const limits = {
    // Queries compare it as text, so every value has the same format.
    expires_at: expires_at ? new Date(expires_at).toISOString() : null,
    scope: toStoredList(keyScopes.filter((each) => scope.includes(each))),
    addresses: toStoredList(addresses),
  }
  const unused = { last_used_at: null, last_operation: null, deactivated_at: null, replaced_by: null }
  return {
    row: { id: randomUUID(), account_id, name, ...stored, created_at: now.toISOString(), ...limits, ...unused },
    secret,
  }
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const isWellFormed = (text: string): boolean =>
  SHAPE.test(text) && checkOf(text.slice(0, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH)

const hashesOfThisIteration = new Map<string, string>()

/**
 * The hash that a key is looked up by; undefined if the text cannot be a key. Calls of one key arrive together, so each
 * key is checked and hashed once per iteration of the event loop; the results are then dropped.
 */
export function hashKey(secret: string): string | undefined {
  const cached = hashesOfThisIteration.get(secret)
  if (cached !== undefined) return cached
  if (!isWellFormed(secret)) return undefined
  if (hashesOfThisIteration.size === 0) setImmediate(() => hashesOfThisIteration.clear())
  const hash = hashOf(secret)
  hashesOfThisIteration.set(secret, hash)
  return hash
}
