import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import type { AuditChainTable, AuditEntryTable } from './tables'

/** Each use of the audit key has a separate derived key. */
type KeyUse = 'entry' | 'chain' | 'anchor' | 'check'

const derivedKeys = new Map<string, Buffer>()

function derive(key: string, use: KeyUse): Buffer {
  const name = `${use}\n${key}`
  const cached = derivedKeys.get(name)
  if (cached !== undefined) return cached
  const derivedKey = Buffer.from(hkdfSync('sha256', key, '', `registers-panel audit ${use}`, 32))
  derivedKeys.set(name, derivedKey)
  return derivedKey
}

const hmac = (key: string, use: KeyUse, text: string): string =>
  createHmac('sha256', derive(key, use)).update(text).digest('hex')

type UnhashedEntry = Omit<AuditEntryTable, 'hash'>

/** Values in a fixed order; JSON makes the boundaries unambiguous. */
function lineOf(entry: UnhashedEntry): string {
  const { account_id, number, at, actor, action, target, before, after, address, request_id, previous_hash } = entry
  return JSON.stringify([
    account_id,
    number,
    at,
    actor,
    action,
    target,
    before,
    after,
    address,
    request_id,
    previous_hash,
  ])
}

/** Hex HMAC over the entry, which includes the previous hash. */
export const keyedHash = (key: string, entry: UnhashedEntry): string =>
  hmac(key, 'entry', `${entry.previous_hash}\n${lineOf(entry)}`)

/** Hash of entries from before the log had a key. */
export const plainHash = (entry: UnhashedEntry): string => createHash('sha256').update(lineOf(entry)).digest('hex')

export function sealOf(key: string, chain: Omit<AuditChainTable, 'seal'>): string {
  const { account_id, entries, head, plain_until, keyed_from, base_head, kept_from, kept_head } = chain
  const values = [account_id, entries, head, plain_until, keyed_from, base_head, kept_from, kept_head]
  return hmac(key, 'chain', JSON.stringify(values))
}

export const hashesMatch = (expected: string, found: string): boolean =>
  expected.length === found.length && timingSafeEqual(Buffer.from(expected), Buffer.from(found))

export const anchorProof = (key: string, values: readonly (string | number)[]): string =>
  hmac(key, 'anchor', JSON.stringify(values))

/** Stored in the database to detect a process with a different key. */
export const keyCheck = (key: string): string => hmac(key, 'check', 'registers-panel').slice(0, 32)
