import type { Namespace } from './format/messages'
import type { Role } from './roles'

/** Where the navigation has a page: the first section, about money, needs no heading; Settings has a navigation of its own. */
export type PageSection = 'money' | 'registers' | 'monitoring' | 'account' | 'settings'

type PageRow = {
  readonly path: `/${string}`
  /** Undefined: it is reached from another page. */
  readonly section?: PageSection
  /**
   * There is one for each of many, by its number below the path: navigation and breadcrumb stand at the page that finds them, and the
   * path by itself leads there.
   */
  readonly foundBy?: 'search'
  /** The page that leads to it, where the address does not say it. */
  readonly within?: 'knf'
  /** Its messages, whose `title` is its name. */
  readonly catalogue: Namespace
  /** Its name there, where that is not `title`. */
  readonly title?: string
  /** Who may use it; the others see it disabled, with the reason. Undefined: everyone. */
  readonly roles?: readonly Role[]
}

/** Who answers for persons and for what was done. */
const controllers = ['owner', 'compliance'] as const
/** Who answers for what happened, checks it, or explains what it cost. */
const auditors = ['owner', 'compliance', 'finance'] as const

/** Every page that the navigation knows, in its order. Also the keys of `layout.pages`. */
export const pages = {
  overview: { path: '/', section: 'money', catalogue: 'overview' },
  usage: { path: '/usage', section: 'money', catalogue: 'usage' },
  spendCap: { path: '/spend-cap', section: 'money', catalogue: 'spend-cap' },
  search: { path: '/search', section: 'registers', catalogue: 'search' },
  companies: { path: '/companies', catalogue: 'companies', foundBy: 'search' },
  whiteList: { path: '/white-list', section: 'registers', catalogue: 'white-list' },
  bzp: { path: '/bzp', section: 'registers', catalogue: 'bzp' },
  bzpMatches: { path: '/bzp/matches', catalogue: 'bzp-matches' },
  bzpAlerts: { path: '/bzp/alerts', catalogue: 'bzp-alerts' },
  knf: { path: '/knf', section: 'registers', catalogue: 'registers', title: 'lists.knf.title' },
  uokik: { path: '/uokik', within: 'knf', catalogue: 'registers', title: 'lists.uokik.title' },
  uokikClauses: { path: '/uokik/clauses', within: 'knf', catalogue: 'registers', title: 'lists.clauses.title' },
  sudop: { path: '/sudop', within: 'knf', catalogue: 'registers', title: 'lists.sudop.title' },
  msig: { path: '/msig', within: 'knf', catalogue: 'registers-msig' },
  rdf: { path: '/rdf', section: 'registers', catalogue: 'statements' },
  monitors: { path: '/monitors', section: 'monitoring', catalogue: 'monitors' },
  monitorsImport: { path: '/monitors/import', catalogue: 'imports' },
  events: { path: '/events', section: 'monitoring', catalogue: 'events' },
  notifications: { path: '/notifications', section: 'monitoring', catalogue: 'rules' },
  notificationChannels: { path: '/notifications/channels', catalogue: 'channels' },
  notificationDeliveries: { path: '/notifications/deliveries', catalogue: 'deliveries' },
  notificationFeeds: { path: '/notifications/feeds', catalogue: 'feeds' },
  filters: { path: '/filters', section: 'monitoring', catalogue: 'filters' },
  reports: { path: '/reports', section: 'monitoring', catalogue: 'reports' },
  reportArchive: { path: '/reports/archive', catalogue: 'archive', roles: controllers },
  console: { path: '/console', section: 'account', catalogue: 'console' },
  reference: { path: '/reference', section: 'account', catalogue: 'reference' },
  settings: { path: '/settings', section: 'account', catalogue: 'layout' },
  settingsProfile: { path: '/settings/profile', section: 'settings', catalogue: 'profile' },
  settingsSecurity: { path: '/settings/security', section: 'settings', catalogue: 'security' },
  settingsMembers: { path: '/settings/members', section: 'settings', catalogue: 'members' },
  settingsAccess: { path: '/settings/access', section: 'settings', catalogue: 'account-settings' },
  settingsApi: { path: '/settings/api', section: 'settings', catalogue: 'keys', roles: ['owner'] },
  auditLog: { path: '/settings/audit', section: 'settings', catalogue: 'audit', roles: auditors },
  personalData: {
    path: '/settings/personal-data',
    section: 'settings',
    catalogue: 'personal-data',
    roles: controllers,
  },
} as const satisfies Record<string, PageRow>

export type PageKey = keyof typeof pages
/** The lists of registers, which lead to each other. */
export type RegistersPageKey =
  | 'knf'
  | { [K in PageKey]: (typeof pages)[K] extends { within: 'knf' } ? K : never }[PageKey]
/** The row by key, with its fields widened to what every row has. */
export const pageOf = (key: PageKey): PageRow => pages[key]
export const pageKeys = Object.keys(pages).filter((key): key is PageKey => key in pages)
