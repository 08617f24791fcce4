import type { Namespace } from './format/messages'

/** Groups of the menu. The overview comes first and has no heading; Help and Settings stay in view below the groups. */
export type PageSection = 'start' | 'monitoring' | 'checks' | 'billing' | 'developers' | 'end'

/** Pages with pages below them. */
type ParentKey = 'search' | 'registers' | 'bzp' | 'monitors' | 'notifications' | 'reports' | 'billing' | 'settings'

type PageRow = {
  /** With `[id]` it is the page of one thing, which has no link of its own. */
  readonly path: `/${string}`
  /** Undefined: it is only reached from another page. */
  readonly section?: PageSection
  /** The page above it in the breadcrumb. Its entry of the menu is marked as the current one. */
  readonly within?: ParentKey
  /**
   * A page about one item, such as `/companies/{number}`. Navigation and breadcrumb show this page instead; the path
   * without a number redirects to it.
   */
  readonly foundBy?: 'search'
  /**
   * Its messages; `title` is the page's name. In `register-names` the name is `<key>.page`. `layout`: a name for pages
   * that are tabs of each other, with the address of the first.
   */
  readonly catalogue: Namespace
}

/**
 * All pages of the navigation, in its order. `layout.pages` and `register-names` use the same keys. Who may see which
 * follows from the operations that a page needs (`components/layout/frame/navigation.ts`).
 */
export const pages = {
  overview: { path: '/', section: 'start', catalogue: 'overview' },
  events: { path: '/events', section: 'monitoring', catalogue: 'events' },
  monitors: { path: '/monitors', section: 'monitoring', catalogue: 'monitors' },
  monitorsImport: { path: '/monitors/import', within: 'monitors', catalogue: 'imports' },
  monitorsImports: { path: '/monitors/imports', within: 'monitors', catalogue: 'imports-history' },
  notifications: { path: '/notifications', section: 'monitoring', catalogue: 'rules' },
  notificationChannels: { path: '/notifications/channels', within: 'notifications', catalogue: 'channels' },
  notificationDeliveries: { path: '/notifications/deliveries', within: 'notifications', catalogue: 'deliveries' },
  notificationFeeds: { path: '/notifications/feeds', within: 'notifications', catalogue: 'feeds' },
  filters: { path: '/filters', section: 'monitoring', catalogue: 'filters' },
  search: { path: '/search', section: 'checks', catalogue: 'search' },
  companies: { path: '/companies', catalogue: 'companies', foundBy: 'search' },
  rdf: { path: '/rdf', within: 'search', catalogue: 'statements' },
  whiteList: { path: '/white-list', section: 'checks', catalogue: 'white-list' },
  bzp: { path: '/bzp', section: 'checks', catalogue: 'bzp' },
  bzpMatches: { path: '/bzp/matches', within: 'bzp', catalogue: 'bzp-matches' },
  bzpAlerts: { path: '/bzp/alerts', within: 'bzp', catalogue: 'bzp-alerts' },
  registers: { path: '/knf', section: 'checks', catalogue: 'layout' },
  knf: { path: '/knf', within: 'registers', catalogue: 'register-names' },
  uokik: { path: '/uokik', within: 'registers', catalogue: 'register-names' },
  clauses: { path: '/uokik/clauses', within: 'registers', catalogue: 'register-names' },
  sudop: { path: '/sudop', within: 'registers', catalogue: 'register-names' },
  msig: { path: '/msig', within: 'registers', catalogue: 'register-names' },
  reports: { path: '/reports', section: 'checks', catalogue: 'reports' },
  reportPreview: { path: '/reports/[id]', within: 'reports', catalogue: 'report-preview' },
  reportArchive: { path: '/reports/archive', within: 'reports', catalogue: 'archive' },
  billing: { path: '/usage', section: 'billing', catalogue: 'layout' },
  usage: { path: '/usage', within: 'billing', catalogue: 'usage' },
  spendCap: { path: '/spend-cap', within: 'billing', catalogue: 'spend-cap' },
  settingsApi: { path: '/settings/api', section: 'developers', catalogue: 'keys' },
  calls: { path: '/calls', section: 'developers', catalogue: 'calls' },
  console: { path: '/console', section: 'developers', catalogue: 'console' },
  reference: { path: '/reference', section: 'developers', catalogue: 'reference' },
  help: { path: '/help', section: 'end', catalogue: 'help' },
  settings: { path: '/settings', section: 'end', catalogue: 'layout' },
  settingsProfile: { path: '/settings/profile', within: 'settings', catalogue: 'profile' },
  settingsSecurity: { path: '/settings/security', within: 'settings', catalogue: 'security' },
  settingsMembers: { path: '/settings/members', within: 'settings', catalogue: 'members' },
  settingsAccess: { path: '/settings/access', within: 'settings', catalogue: 'account-settings' },
  auditLog: { path: '/settings/audit', within: 'settings', catalogue: 'audit' },
  personalData: { path: '/settings/personal-data', within: 'settings', catalogue: 'personal-data' },
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
