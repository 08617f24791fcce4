import { createHash, randomUUID } from 'node:crypto'

import { deletePaidStreams, storePaidStream, lockPaidStream } from '@/lib/service/metering/statements/paid-answers'
import type { PaidStreamTable } from '@/lib/service/metering/tables'
import type { AnnouncementPlace } from '@/lib/service/monitors/statements/announcement-streams'

import type { ChargeMeter, Context } from '../http/context'
import type { ServiceJob } from '../jobs'

/** How long paid rows are returned again for free. */
const PAID_TTL_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000

type PaidStreamInput = {
  /** From the cursor; undefined for a stream that is not paid yet. */
  readonly stream: string | undefined
  readonly question: unknown
  /** How many rows one unit buys. */
  readonly per: number
}
type Call = { readonly db: Context['db']; readonly meter: ChargeMeter; readonly isFirst: boolean }
type Purchase<R> = { readonly rows: R[]; readonly units: number }

/** A stream as an account pays for it, over any number of calls. */
export class PaidStream {
  readonly stream: string
  readonly #id: string
  readonly #per: number
  readonly #context: Context
  /** A stream whose name was just generated cannot have been paid. */
  readonly #isNew: boolean

  constructor(context: Context, { stream, question, per }: PaidStreamInput) {
    this.#context = context
    this.#isNew = stream === undefined
    this.stream = stream ?? randomUUID()
    this.#id = createHash('sha256')
      .update(JSON.stringify([this.stream, question]))
      .digest('hex')
    this.#per = per
  }

  /**
   * Returns the first rows: those already paid, and of the others as many as can be paid. The charge and its record are
   * one transaction, under the lock of the account's month. The first part of an answer always charges, like every call
   * of a pool.
   */
  async buy<R extends AnnouncementPlace>(found: readonly R[], { db, meter, isFirst }: Call): Promise<Purchase<R>> {
    const remaining = await meter.left()
    const before = isFirst && this.#isNew ? undefined : await this.#paidBefore(db)
    const paid = before?.rows ?? 0
    const { rows, bought } = this.#affordable(found, { before, left: remaining })
    const units = this.#unitsOf(paid + bought) - this.#unitsOf(paid)
    // If there are rows but not one unit, charging all of them throws the 402 that names the pool.
    if (isFirst) await meter.charge(rows.length === 0 ? this.#unitsOf(found.length) : units)
    else if (units > 0) await meter.charge(units)
    if (bought > 0) await this.#save(db, { rows: paid + bought, last: rows.at(-1) })
    return { rows, units }
  }

  /** The rows already paid, and those of the others that the remaining units buy. */
  #affordable<R extends AnnouncementPlace>(
    found: readonly R[],
    { before, left }: { before: PaidStreamTable | undefined; left: number | null },
  ): { rows: R[]; bought: number } {
    const free = before === undefined ? 0 : found.filter((row) => !isBeyond(row, before)).length
    const paid = before?.rows ?? 0
    const maxRows = left === null ? Infinity : (this.#unitsOf(paid) + left) * this.#per - paid
    const rows = found.slice(0, free + maxRows)
    return { rows, bought: rows.length - free }
  }

  /** Rounds over the whole stream, so that its parts cost as much together as one answer. */
  #unitsOf(rows: number): number {
    return Math.ceil(rows / this.#per)
  }

  #paidBefore(db: Context['db']): Promise<PaidStreamTable | undefined> {
    const { account, dependencies } = this.#context
    return lockPaidStream(db, { account_id: account.id, id: this.#id, now: dependencies.clock().toISOString() })
  }

  async #save(db: Context['db'], { rows, last }: { rows: number; last: AnnouncementPlace | undefined }): Promise<void> {
    const { account, request, dependencies } = this.#context
    if (last === undefined || request.method === 'HEAD') return
    const paid_until = new Date(dependencies.clock().getTime() + PAID_TTL_MS).toISOString()
    const { day, place, id: row_id } = last
    await storePaidStream(db, { account_id: account.id, id: this.#id, day, place, row_id, rows, paid_until })
  }
}

function isBeyond(row: AnnouncementPlace, { day, place, row_id }: PaidStreamTable): boolean {
  if (row.day !== day) return row.day > day
  return row.place === place ? row.id > row_id : row.place > place
}

export const paidStreamJob: ServiceJob = {
  name: 'paid-streams',
  everyMs: HOUR_MS,
  run: ({ storage, clock }) => deletePaidStreams(storage.db, clock().toISOString()),
}
