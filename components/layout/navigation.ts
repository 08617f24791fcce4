import { roles, type Role } from '@/lib/domain/roles'
import { routes } from '@/lib/domain/routes'

/** Also the keys of `layout.pages`. The import belongs to the monitors and is reached from there. */
export type NavKey = Exclude<keyof typeof routes, 'monitorsImport' | 'signIn' | 'signUp'>
export type NavSectionKey = 'monitoring' | 'registers' | 'account'

export interface NavItem {
  readonly key: NavKey
  readonly href: string
  /** False: the page is not there yet, so nothing links to it. */
  readonly isBuilt: boolean
  /** Who may use the page; the others see it disabled, with the reason. Undefined: everyone. */
  readonly roles?: readonly Role[]
}

export interface NavSection {
  readonly key: NavSectionKey | undefined
  readonly items: readonly NavItem[]
}

const built: ReadonlySet<NavKey> = new Set([
  'overview',
  'usage',
  'spendCap',
  'monitors',
  'events',
  'filters',
  'reports',
  'bzp',
  'reference',
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

/** The whole navigation, in order. Building a page means adding its key to `built`. */
export const navigation: readonly NavSection[] = [
  { key: undefined, items: [item('overview'), item('usage'), item('spendCap')] },
  { key: 'monitoring', items: [item('monitors'), item('events'), item('filters'), item('reports'), item('bzp')] },
  { key: 'registers', items: [item('search'), item('whiteList'), item('knf'), item('rdf'), item('console')] },
  {
    key: 'account',
    items: [
      item('reference'),
      item('settingsAlerts'),
      item('settingsApi'),
      item('auditLog', controllers),
      item('personalData', controllers),
    ],
  },
]

/** The sections with the pages that are there; a section without any is left out. */
export function builtNavigation(): readonly NavSection[] {
  return navigation
    .map((section) => ({ ...section, items: section.items.filter((each) => each.isBuilt) }))
    .filter((section) => section.items.length > 0)
}

export function mayUse(navItem: NavItem, role: Role): boolean {
  return (navItem.roles ?? roles).includes(role)
}

/** The page that an address belongs to: the longest matching one, so that `/settings/api/x` is still Settings. */
export function findActive(pathname: string): NavItem | undefined {
  return navigation
    .flatMap((section) => section.items)
    .filter(({ href }) => pathname === href || (href !== '/' && pathname.startsWith(`${href}/`)))
    .sort((a, b) => b.href.length - a.href.length)[0]
}
