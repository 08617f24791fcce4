import type { UsageDayTable } from '../tables'
import type { ChargeStore, MeteredMonth } from './charge-store'
import { addTo, type ChargeRow, type ChargeSums } from './usage'

/**
 * The charges of the calls in one transaction. The counters are locked and read once and then updated in memory;
 * `flush` writes everything at once, before the commit and before anything else reads the counters.
 */
export class Charges {
  readonly #store: ChargeStore
  readonly #months = new Map<string, MeteredMonth>()
  readonly #days = new Map<string, UsageDayTable>()
  #entered: { charge: ChargeRow; sums: ChargeSums }[] = []
  #checkpoint = 0

  constructor(store: ChargeStore) {
    this.#store = store
  }

  /** Locks the account's month, as every charge of the account does. */
  async month(accountId: string, month: string): Promise<MeteredMonth> {
    const key = `${accountId} ${month}`
    const cached = this.#months.get(key)
    if (cached) return cached
    const read = await this.#store.month(accountId, month)
    for (const { charge, sums } of this.#entered) if (monthKey(charge) === key) addTo(read.counters, sums.month)
    this.#months.set(key, read)
    return read
  }

  /** Requires the lock of its month. */
  async day(accountId: string, day: string): Promise<UsageDayTable> {
    const key = `${accountId} ${day}`
    const cached = this.#days.get(key)
    if (cached) return cached
    const read = await this.#store.day(accountId, day)
    for (const { charge, sums } of this.#entered) if (dayKey(charge) === key) addTo(read, sums.day)
    this.#days.set(key, read)
    return read
  }

  enter(charge: ChargeRow, sums: ChargeSums): void {
    this.#entered.push({ charge, sums })
    const inMonth = this.#months.get(monthKey(charge))
    if (inMonth) addTo(inMonth.counters, sums.month)
    const inDay = this.#days.get(dayKey(charge))
    if (inDay) addTo(inDay, sums.day)
  }

  /** Marks where `rollback` returns to: before the next call of the transaction. */
  checkpoint(): void {
    this.#checkpoint = this.#entered.length
  }

  /** Drops what was entered since the checkpoint and is not written; the counters are read again. */
  rollback(): void {
    this.#entered.length = this.#checkpoint
    this.#months.clear()
    this.#days.clear()
  }

  /** Writes the added charges and drops the cached counters. */
  async flush(): Promise<void> {
    const entered = this.#entered
    this.#entered = []
    this.#checkpoint = 0
    this.#months.clear()
    this.#days.clear()
    if (entered.length > 0) await this.#store.write(entered)
  }
}

const monthKey = ({ account_id, month }: ChargeRow) => `${account_id} ${month}`
const dayKey = ({ account_id, day }: ChargeRow) => `${account_id} ${day}`
