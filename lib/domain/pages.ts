import type { Namespace } from './format/messages'
import type { Role } from './roles'

/** Section of the navigation. The first one, about money, has no heading; Settings has a separate navigation. */
export type PageSection = 'money' | 'registers' | 'monitoring' | 'account' | 'settings'

type PageRow = {
  readonly path: `/${string}`
  /** Undefined: it is only reached from another page. */
  readonly section?: PageSection
  /**
   * A page about one item, such as `/companies/{number}`. Navigation and breadcrumb show this page instead; the path
   * without a number redirects to it.
   */
  readonly foundBy?: 'search'
  /** The parent page, where the address does not show it. */
  readonly within?: 'knf'
  /** Its messages; `title` is the page's name. In `register-names` the name is `<key>.page`. */
  readonly catalogue: Namespace
  /** Roles that may use it; others see it disabled, with the reason. Undefined: all. */
  readonly roles?: readonly Role[]
}

/** Roles responsible for personal data and for actions of members. */
const controllers = ['owner', 'compliance'] as const
/** Roles that check or explain past actions and costs. */
const auditors = ['owner', 'compliance', 'finance'] as const

/** All pages of the navigation, in its order. `layout.pages` and `register-names` use the same keys. */
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
  knf: { path: '/knf', section: 'registers', catalogue: 'register-names' },
  uokik: { path: '/uokik', within: 'knf', catalogue: 'register-names' },
  clauses: { path: '/uokik/clauses', within: 'knf', catalogue: 'register-names' },
  sudop: { path: '/sudop', within: 'knf', catalogue: 'register-names' },
  msig: { path: '/msig', within: 'knf', catalogue: 'register-names' },
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
/** Pages of registers, which share a separate navigation. */
type RegistersPageKey = {
  [K in PageKey]: (typeof pages)[K] extends { catalogue: 'register-names' } ? K : never
}[PageKey]
/** The page by key, with its fields widened to the common type. */
export const pageOf = (key: PageKey): PageRow => pages[key]
export const pageKeys = Object.keys(pages).filter((key): key is PageKey => key in pages)
export const isRegistersPage = (key: PageKey): key is RegistersPageKey => pageOf(key).catalogue === 'register-names'
