import type { AccountTable } from '@/lib/service/accounts/tables'

import accounts from './data/accounts.json'

/** The sample accounts of the operating contract. `monitors` and `filters` are how many of each they have. */
export type SampleAccount = Pick<AccountTable, 'slug' | 'name' | 'plan' | 'state'> & {
  readonly monitors: number
  readonly filters: number
  /** Monitors that watch one of the filters, and monitors whose filter was deleted; both counted in `monitors`. */
  readonly filterMonitors: number
  readonly silentMonitors: number
  /** Names of active keys, the last one made last, and of deactivated ones. Nobody knows the keys themselves. */
  readonly keys: readonly string[]
  readonly oldKeys: readonly string[]
}

export const ENTERPRISE = 'demo-enterprise'

/** Every name is invented. */
export const sampleAccounts: readonly SampleAccount[] = accounts as SampleAccount[]
