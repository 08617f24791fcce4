import type { AccountTable } from '@/lib/service/accounts/tables'

import accounts from './data/accounts.json'

/** A sample account. `monitors` and `filters` are counts. */
export type SampleAccount = Pick<AccountTable, 'slug' | 'name' | 'plan' | 'state'> & {
  readonly monitors: number
  readonly filters: number
  /** Number of monitors of filters, and of deleted filters; both are included in `monitors`. */
  readonly filterMonitors: number
  readonly silentMonitors: number
  /** Names of active keys, the latest last, and of deactivated ones. The keys themselves are not known. */
  readonly keys: readonly string[]
  readonly oldKeys: readonly string[]
}

export const ENTERPRISE = 'demo-enterprise'

/** All names are invented. */
export const sampleAccounts: readonly SampleAccount[] = accounts as SampleAccount[]
