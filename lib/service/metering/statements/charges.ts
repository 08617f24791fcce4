import type { UsageDayTable } from '../tables'
import type { ChargeStore, MeteredMonth } from './charge-store'
import { addTo, type ChargeRow, type ChargeSums } from './usage'

/**
 * What the calls of one transaction charge. The counters that they decide on are locked and read once, and then kept here
 * with what was charged since; `flush` writes it all at once, before the transaction commits or anything else reads it.
 */
export class Charges {
  readonly #store: ChargeStore
  readonly #months = new Map<string, MeteredMonth>()
  readonly #days = new Map<string, UsageDayTable>()
  #entered: { charge: ChargeRow; sums: ChargeSums }[] = []

  constructor(store: ChargeStore) {
    this.#store = store
  }

  /** Takes the lock of the account's month, under which every charge of the account is made. */
  async month(accountId: string, month: string): Promise<MeteredMonth> {
    const key = `${accountId} ${month}`
    const known = this.#months.get(key)
    if (known) return known
    const read = await this.#store.month(accountId, month)
    this.#months.set(key, read)
    return read
  }

  /** Only under the lock of its month. */
  async day(accountId: string, day: string): Promise<UsageDayTable> {
    const key = `${accountId} ${day}`
    const read = this.#days.get(key) ?? (await this.#store.day(accountId, day))
    this.#days.set(key, read)
    return read
  }

  /** For a charge that was decided on the month (and day) given here. */
  enter(charge: ChargeRow, sums: ChargeSums): void {
    this.#entered.push({ charge, sums })
    const { account_id, day, month } = charge
    const inMonth = this.#months.get(`${account_id} ${month}`)
    if (inMonth) addTo(inMonth.counters, sums.month)
    const inDay = this.#days.get(`${account_id} ${day}`)
    if (inDay) addTo(inDay, sums.day)
  }

  /** Writes what was entered and forgets what was read. */
  async flush(): Promise<void> {
    const entered = this.#entered
    this.#entered = []
    this.#months.clear()
    this.#days.clear()
    if (entered.length > 0) await this.#store.write(entered)
  }
}
