import { createHash, createHmac } from 'node:crypto'

import { maskIdentifier, maskPesels } from '@/lib/domain/identifiers/identifiers'
import { type KeptLists, toListLines, tidyLists } from '@/lib/domain/kept-lists'

/** Where the store keeps the key of the hashes of personal numbers, sealed under a key that is not in it. */
export const SEALED_EVIDENCE_KEY = 'sealed_evidence_key'
/** Where a store of before has it in the clear, until a process that has the other key opens it. */
export const OPEN_EVIDENCE_KEY = 'open_evidence_key'

/** 64 bits: enough to tell the persons of one account apart. */
const HASH_LENGTH = 16

/**
 * How the record keeps values: as they are, but personal numbers as their mask and a keyed hash (`74•••••••12 #3f9a…`). The same
 * number of one account gives the same hash; without the key nobody finds the number by trying all of them.
 */
export function keeperFor(key: string, accountId: string) {
  const hashOf = (value: string) =>
    createHmac('sha256', key).update(`${accountId}\n${value}`).digest('hex').slice(0, HASH_LENGTH)
  const value = (list: string, raw: string): string => {
    const shown = maskOf(list, raw)
    return shown === raw ? raw : `${shown} #${hashOf(raw)}`
  }
  return {
    value,
    lists: (content: Readonly<Record<string, readonly string[]>>): KeptLists =>
      tidyLists(
        Object.fromEntries(
          Object.entries(content).map(([list, values]) => [list, values.map((raw) => value(list, raw))]),
        ),
      ),
  }
}
export type Keeper = ReturnType<typeof keeperFor>

function maskOf(list: string, raw: string): string {
  if (list === 'pesel') return maskIdentifier('pesel', raw)
  return list === 'name' ? maskPesels(raw) : raw
}

/** Hex. Of the same values in any order. */
export const hashOfLists = (lists: KeptLists): string =>
  createHash('sha256').update(toListLines(lists).join('\n')).digest('hex')
