import type { AccountTable } from '@/lib/storage/accounts/tables'

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
export const sampleAccounts: readonly SampleAccount[] = [
  {
    slug: 'demo-standard',
    name: 'Biuro Rachunkowe Zielony Segregator',
    plan: 'standard',
    state: 'active',
    monitors: 38,
    filters: 2,
    filterMonitors: 0,
    silentMonitors: 0,
    keys: [],
    oldKeys: [],
  },
  {
    slug: 'demo-pro',
    name: 'Hurtownia Wisła sp. z o.o.',
    plan: 'pro',
    state: 'active',
    monitors: 2_418,
    filters: 12,
    filterMonitors: 5,
    silentMonitors: 2,
    keys: ['ERP – weryfikacja kontrahentów', 'Nocna synchronizacja'],
    oldKeys: ['Wdrożenie testowe'],
  },
  {
    slug: 'demo-pro-2',
    name: 'Pracownia Mebli Wrzosowa sp.j.',
    plan: 'pro',
    state: 'active',
    monitors: 180,
    filters: 3,
    filterMonitors: 1,
    silentMonitors: 0,
    keys: ['Integracja'],
    oldKeys: [],
  },
  {
    slug: ENTERPRISE,
    name: 'Grupa Żaridan S.A.',
    plan: 'enterprise',
    state: 'active',
    monitors: 4_000,
    filters: 24,
    filterMonitors: 8,
    silentMonitors: 1,
    keys: ['Hurtownia danych', 'CRM', 'Ocena ryzyka'],
    oldKeys: [],
  },
  {
    slug: 'demo-trial',
    name: 'Studio Projektowe Chabrowe',
    plan: 'pro',
    state: 'trial',
    monitors: 12,
    filters: 1,
    filterMonitors: 0,
    silentMonitors: 0,
    keys: ['Test'],
    oldKeys: [],
  },
  {
    slug: 'demo-inactive',
    name: 'Skład Drewna Olszynowy',
    plan: 'pro',
    state: 'inactive',
    monitors: 60,
    filters: 1,
    filterMonitors: 0,
    silentMonitors: 0,
    keys: ['Stara integracja'],
    oldKeys: [],
  },
]
