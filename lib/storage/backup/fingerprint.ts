import { createHash } from 'node:crypto'

import type { Db, Engine } from '../storage'
import { type CopiedRow, readTable } from './copy-rows'

/** What stands in a table, whatever engine holds it and in which order: how many rows, and a hash of all of them. */
export type Fingerprint = { readonly rows: number; readonly sha256: string }

/** Of these columns alone where they are given. Within a transaction, as `readTable`. */
export async function tableFingerprint(
  db: Db,
  engine: Engine,
  { table, columns }: { readonly table: string; readonly columns?: readonly string[] },
): Promise<Fingerprint> {
  const sum = createFingerprint(columns)
  for await (const page of readTable(db, engine, table)) for (const row of page) sum.add(row)
  return sum.end()
}

/** Adds the hashes of rows, so that their order does not count. */
export function createFingerprint(columns?: readonly string[]) {
  const total = Buffer.alloc(32)
  let rows = 0
  return {
    add: (row: CopiedRow): void => {
      const names = columns ?? Object.keys(row).toSorted()
      const text = JSON.stringify(names.map((name) => [name, row[name] ?? null]))
      addInto(total, createHash('sha256').update(text).digest())
      rows += 1
    },
    end: (): Fingerprint => ({ rows, sha256: total.toString('hex') }),
  }
}

/** Two rows that are the same do not cancel each other out, as they would by exclusive or. */
function addInto(total: Buffer, hash: Buffer): void {
  let carry = 0
  for (let at = total.length - 1; at >= 0; at -= 1) {
    const sum = (total[at] ?? 0) + (hash[at] ?? 0) + carry
    total[at] = sum & 0xff
    carry = sum >> 8
  }
}
