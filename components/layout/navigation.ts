import { roles, type Role } from '@/lib/domain/roles'
import { routes } from '@/lib/domain/routes'

/** Also the keys of `layout.pages`. */
export type NavKey = Exclude<keyof typeof routes, 'monitorsImports' | 'signIn' | 'signUp' | 'unsubscribe'>
type NavSectionKey = 'registers' | 'monitoring' | 'account'

export interface NavItem {
  readonly key: NavKey
  readonly href: string
  /** False: the page is not there yet, so nothing links to it. */
  readonly isBuilt: boolean
  /** Who may use the page; the others see it disabled, with the reason. Undefined: everyone. */
  readonly roles?: readonly Role[]
}

interface NavSection {
  /** Undefined: the first, about money, which needs no heading. */
  readonly key: NavSectionKey | undefined
  readonly items: readonly NavItem[]
}

const built: ReadonlySet<NavKey> = new Set([
  'overview',
  'usage',
  'spendCap',
  'monitors',
  'monitorsImport',
  'events',
  'filters',
  'reports',
  'bzp',
  'reference',
  'settings',
  'settingsApi',
  'auditLog',
  'personalData',
  'settingsAlerts',
] as const)

/** Who answers for persons and for what was done. */
const controllers = ['owner', 'compliance'] as const

const item = (key: NavKey, who?: readonly Role[]): NavItem => ({
  key,
  href: routes[key],
  isBuilt: built.has(key),
  ...(who && { roles: who }),
})

/** The whole navigation, in order: money, registers, monitoring, account. Building a page means adding its key to `built`. */
export const navigation: readonly NavSection[] = [
  { key: undefined, items: [item('overview'), item('usage'), item('spendCap')] },
  { key: 'registers', items: [item('search'), item('whiteList'), item('bzp'), item('knf'), item('rdf')] },
  { key: 'monitoring', items: [item('monitors'), item('events'), item('filters'), item('reports')] },
  { key: 'account', items: [item('console'), item('reference'), item('settings')] },
]

/** The pages of Settings, in the order of their own navigation. */
const settings: readonly NavItem[] = [
  item('settingsApi', ['owner']),
  item('settingsAlerts'),
  item('auditLog', controllers),
  item('personalData', controllers),
]

/** The sections with the pages that are there; a section without any is left out. */
export function builtNavigation(): readonly NavSection[] {
  return navigation
    .map((section) => ({ ...section, items: section.items.filter((each) => each.isBuilt) }))
    .filter((section) => section.items.length > 0)
}

export const builtSettings = (): readonly NavItem[] => settings.filter((each) => each.isBuilt)

export function mayUse(navItem: NavItem, role: Role): boolean {
  return (navItem.roles ?? roles).includes(role)
}

/** Where `/settings` leads. */
export const firstSettings = (role: Role): string =>
  builtSettings().find((each) => mayUse(each, role))?.href ?? routes.overview

const places: readonly NavItem[] = [
  ...navigation.flatMap((section) => section.items),
  item('monitorsImport'),
  ...settings,
]

export const findPage = (key: NavKey): NavItem | undefined => places.find((each) => each.key === key)

/** The pages that lead to an address, from the outermost: `/settings/api` is API keys within Settings. */
export const trailOf = (pathname: string): readonly NavItem[] =>
  places
    .filter(({ href }) => pathname === href || (href !== '/' && pathname.startsWith(`${href}/`)))
    .sort((a, b) => a.href.length - b.href.length)
