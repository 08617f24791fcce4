import { createHash, createHmac } from 'node:crypto'

import { maskIdentifier, maskPesels } from '@/lib/domain/identifiers/identifiers'
import { type StoredLists, toListLines, tidyLists } from '@/lib/domain/stored-lists'

/** Meta key of the key that hashes personal numbers, encrypted with a key outside the store. */
export const SEALED_EVIDENCE_KEY = 'sealed_evidence_key'
/** Meta key of the same key in clear text; older stores have it until a process with the outside key opens them. */
export const OPEN_EVIDENCE_KEY = 'open_evidence_key'

/** 64 bits are enough to distinguish the persons of one account. */
const HASH_LENGTH = 16

/**
 * How the record stores values: unchanged, except personal numbers, which become a mask and a keyed hash (`74•••••••12
 * #3f9a…`). The same number of one account has the same hash; without the key it cannot be found by trying all numbers.
 */
export function createRecordedValues(key: string, accountId: string) {
  const hashOf = (value: string) =>
    createHmac('sha256', key).update(`${accountId}\n${value}`).digest('hex').slice(0, HASH_LENGTH)
  const value = (list: string, raw: string): string => {
    const shown = maskOf(list, raw)
    return shown === raw ? raw : `${shown} #${hashOf(raw)}`
  }
  return {
    value,
    lists: (content: Readonly<Record<string, readonly string[]>>): StoredLists =>
      tidyLists(
        Object.fromEntries(
          Object.entries(content).map(([list, values]) => [list, values.map((raw) => value(list, raw))]),
        ),
      ),
  }
}
export type RecordedValues = ReturnType<typeof createRecordedValues>

function maskOf(list: string, raw: string): string {
  if (list === 'pesel') return maskIdentifier('pesel', raw)
  return list === 'name' ? maskPesels(raw) : raw
}

/** The SHA-256 of the lists in hex, which does not depend on the order of the values. */
export const hashOfLists = (lists: StoredLists): string =>
  createHash('sha256').update(toListLines(lists).join('\n')).digest('hex')
