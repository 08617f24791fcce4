import { type PageKey, pageKeys, pageOf, type PageSection } from '@/lib/domain/pages'
import { type Role, roles } from '@/lib/domain/roles'
import { routes } from '@/lib/domain/routes'

export interface NavItem {
  readonly key: PageKey
  readonly href: string
  /** Who may use the page; the others see it disabled, with the reason. Undefined: everyone. */
  readonly roles?: readonly Role[] | undefined
}

interface NavSection {
  /** `money` comes first and needs no heading. */
  readonly key: Exclude<PageSection, 'settings'>
  readonly items: readonly NavItem[]
}

export const findPage = (key: PageKey): NavItem => ({ key, href: pageOf(key).path, roles: pageOf(key).roles })

const places = pageKeys.map(findPage)
const itemsOf = (section: PageSection): readonly NavItem[] =>
  places.filter(({ key }) => pageOf(key).section === section)

/** The whole navigation, in order. */
export const navigation: readonly NavSection[] = (['money', 'registers', 'monitoring', 'account'] as const).map(
  (key) => ({ key, items: itemsOf(key) }),
)

/** The pages of Settings, in the order of their own navigation. */
export const settingsPages = itemsOf('settings')

export function mayUse(navItem: NavItem, role: Role): boolean {
  return (navItem.roles ?? roles).includes(role)
}

/** Where `/settings` leads. */
export const firstSettings = (role: Role): string =>
  settingsPages.find((each) => mayUse(each, role))?.href ?? routes.overview

/** The pages that lead to an address, from the outermost: `/settings/api` is API keys within Settings. */
export function pageTrail(pathname: string): readonly NavItem[] {
  const trail = places
    .filter(({ href }) => pathname === href || (href !== '/' && pathname.startsWith(`${href}/`)))
    .sort((a, b) => a.href.length - b.href.length)
    .map(finderOf)
  const [outermost] = trail
  const within = outermost === undefined ? undefined : pageOf(outermost.key).within
  return within === undefined ? trail : [findPage(within), ...trail]
}

/** The page itself, or the one that finds it among many. */
function finderOf(item: NavItem): NavItem {
  const { foundBy } = pageOf(item.key)
  return foundBy === undefined ? item : findPage(foundBy)
}
