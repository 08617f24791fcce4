import { type PageKey, pageKeys, pageOf, type PageSection } from '@/lib/domain/pages'
import { type Role, roles } from '@/lib/domain/roles'
import { routes } from '@/lib/domain/routes'

export interface NavItem {
  readonly key: PageKey
  readonly href: string
  /** The roles that may use the page; others see it disabled with a reason. Undefined: everyone. */
  readonly roles?: readonly Role[] | undefined
}

interface NavSection {
  /** `money` comes first and needs no heading. */
  readonly key: Exclude<PageSection, 'settings'>
  readonly items: readonly NavItem[]
}

export const findPage = (key: PageKey): NavItem => ({ key, href: pageOf(key).path, roles: pageOf(key).roles })

const navItems = pageKeys.map(findPage)
const itemsOf = (section: PageSection): readonly NavItem[] =>
  navItems.filter(({ key }) => pageOf(key).section === section)

export const navigation: readonly NavSection[] = (['money', 'registers', 'monitoring', 'account'] as const).map(
  (key) => ({ key, items: itemsOf(key) }),
)

export const settingsPages = itemsOf('settings')

export function mayUse(navItem: NavItem, role: Role): boolean {
  return (navItem.roles ?? roles).includes(role)
}

export const firstSettings = (role: Role): string =>
  settingsPages.find((each) => mayUse(each, role))?.href ?? routes.overview

/** The pages above an address, outermost first: `/settings/api` gives Settings and API keys. */
export function pageTrail(pathname: string): readonly NavItem[] {
  const trail = navItems
    .filter(({ href }) => pathname === href || (href !== '/' && pathname.startsWith(`${href}/`)))
    .sort((a, b) => a.href.length - b.href.length)
    .map(listPageOf)
  const [outermost] = trail
  const within = outermost === undefined ? undefined : pageOf(outermost.key).within
  return within === undefined ? trail : [findPage(within), ...trail]
}

/** The page itself, or the list page through which the page is found. */
function listPageOf(item: NavItem): NavItem {
  const { foundBy } = pageOf(item.key)
  return foundBy === undefined ? item : findPage(foundBy)
}
