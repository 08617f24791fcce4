import { type PageKey, pageKeys, pageOf, type PageSection } from '@/lib/domain/pages'
import { type Role, roles } from '@/lib/domain/roles'
import { routes } from '@/lib/domain/routes'

export interface NavItem {
  readonly key: PageKey
  readonly href: string
  /** False: the page is not there yet, so nothing links to it. */
  readonly isBuilt: boolean
  /** Who may use the page; the others see it disabled, with the reason. Undefined: everyone. */
  readonly roles?: readonly Role[] | undefined
}

interface NavSection {
  /** `money` comes first and needs no heading. */
  readonly key: Exclude<PageSection, 'settings'>
  readonly items: readonly NavItem[]
}

const toItem = (key: PageKey): NavItem => {
  const { path, catalogue, roles: allowed } = pageOf(key)
  return { key, href: path, isBuilt: catalogue !== undefined, roles: allowed }
}

const places = pageKeys.map(toItem)
const itemsOf = (section: PageSection): readonly NavItem[] =>
  places.filter(({ key }) => pageOf(key).section === section)

/** The whole navigation, in order. */
export const navigation: readonly NavSection[] = (['money', 'registers', 'monitoring', 'account'] as const).map(
  (key) => ({ key, items: itemsOf(key) }),
)

/** The sections with the pages that are there; a section without any is left out. */
export function builtNavigation(): readonly NavSection[] {
  return navigation
    .map((section) => ({ ...section, items: section.items.filter((each) => each.isBuilt) }))
    .filter((section) => section.items.length > 0)
}

/** The pages of Settings, in the order of their own navigation. */
export const builtSettings = (): readonly NavItem[] => itemsOf('settings').filter((each) => each.isBuilt)

export function mayUse(navItem: NavItem, role: Role): boolean {
  return (navItem.roles ?? roles).includes(role)
}

/** Where `/settings` leads. */
export const firstSettings = (role: Role): string =>
  builtSettings().find((each) => mayUse(each, role))?.href ?? routes.overview

export const findPage = (key: PageKey): NavItem | undefined => places.find((each) => each.key === key)

/** The pages that lead to an address, from the outermost: `/settings/api` is API keys within Settings. */
export function pageTrail(pathname: string): readonly NavItem[] {
  const trail = places
    .filter(({ href }) => pathname === href || (href !== '/' && pathname.startsWith(`${href}/`)))
    .sort((a, b) => a.href.length - b.href.length)
    .map(finderOf)
  const [outermost] = trail
  const within = outermost === undefined ? undefined : pageOf(outermost.key).within
  const leading = within === undefined ? undefined : findPage(within)
  return leading === undefined ? trail : [leading, ...trail]
}

/** The page itself, or the one that finds it among many. */
function finderOf(item: NavItem): NavItem {
  const { foundBy } = pageOf(item.key)
  return (foundBy && findPage(foundBy)) ?? item
}
