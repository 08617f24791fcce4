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

  constructor(store: ChargeStore) {
    this.#store = store
  }

  /** Locks the account's month, as every charge of the account does. */
  async month(accountId: string, month: string): Promise<MeteredMonth> {
    const key = `${accountId} ${month}`
    const known = this.#months.get(key)
    if (known) return known
    const read = await this.#store.month(accountId, month)
    this.#months.set(key, read)
    return read
  }

  /** Requires the lock of its month. */
  async day(accountId: string, day: string): Promise<UsageDayTable> {
    const key = `${accountId} ${day}`
    const read = this.#days.get(key) ?? (await this.#store.day(accountId, day))
    this.#days.set(key, read)
    return read
  }

  enter(charge: ChargeRow, sums: ChargeSums): void {
    this.#entered.push({ charge, sums })
    const { account_id, day, month } = charge
    const inMonth = this.#months.get(`${account_id} ${month}`)
    if (inMonth) addTo(inMonth.counters, sums.month)
    const inDay = this.#days.get(`${account_id} ${day}`)
    if (inDay) addTo(inDay, sums.day)
  }

  /** Writes the added charges and drops the cached counters. */
  async flush(): Promise<void> {
    const entered = this.#entered
    this.#entered = []
    this.#months.clear()
    this.#days.clear()
    if (entered.length > 0) await this.#store.write(entered)
  }
}
