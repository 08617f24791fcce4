import type { OperationName } from '@/lib/contract/table'
import { type PageKey, pageKeys, pageOf, type PageSection } from '@/lib/domain/pages'
import type { PanelOperationName } from '@/lib/features/contract'

export interface NavItem {
  readonly key: PageKey
  readonly href: string
}

interface NavSection {
  /** `start` is the overview, which needs no heading. */
  readonly key: Exclude<PageSection, 'end'>
  readonly items: readonly NavItem[]
}

export const findPage = (key: PageKey): NavItem => ({ key, href: pageOf(key).path })

const navItems = pageKeys.map(findPage)
const itemsOf = (section: PageSection): readonly NavItem[] =>
  navItems.filter(({ key }) => pageOf(key).section === section)

export const navigation: readonly NavSection[] = (
  ['start', 'monitoring', 'checks', 'billing', 'developers'] as const
).map((key) => ({ key, items: itemsOf(key) }))

/** Help and Settings. */
export const pinnedPages = itemsOf('end')

const pagesWithin = (parent: PageKey): readonly PageKey[] => pageKeys.filter((key) => pageOf(key).within === parent)

export const settingsPages = pagesWithin('settings').map(findPage)

/** Pages that are tabs of each other, by the page whose entry of the menu they share. */
const tabSets: readonly (readonly PageKey[])[] = [
  pagesWithin('registers'),
  pagesWithin('billing'),
  pagesWithin('settings'),
  ['bzp', ...pagesWithin('bzp')],
  ['notifications', ...pagesWithin('notifications')],
]

/** The page with its tabs; undefined for a page without tabs, and for an address below a tab. */
export function findTabs(pathname: string): { readonly page: PageKey; readonly tabs: readonly PageKey[] } | undefined {
  const page = pageAt(pathname)
  if (page === undefined || page.href !== pathname) return undefined
  const tabs = tabSets.find((each) => each.includes(page.key))
  return tabs && { page: page.key, tabs }
}

/** The operation without which a page shows nothing. A person who may not call it is not led there. */
const operations: Partial<Record<PageKey, OperationName | PanelOperationName>> = {
  events: 'events.list',
  monitors: 'monitors.list',
  monitorsImport: 'monitors.bulkCreate',
  monitorsImports: 'imports.list',
  notificationChannels: 'channels.list',
  notificationDeliveries: 'channels.list',
  notificationFeeds: 'feeds.list',
  filters: 'filters.list',
  bzp: 'bzp.previewAlert',
  bzpMatches: 'bzpMatches.list',
  bzpAlerts: 'bzpAlerts.list',
  reports: 'reports.dailyIndex',
  reportPreview: 'reportPreview.rows',
  reportArchive: 'archive.get',
  settingsApi: 'keys.list',
  calls: 'calls.list',
  auditLog: 'audit.list',
  personalData: 'retention.list',
}

export function mayOpen(key: PageKey, permitted: readonly (OperationName | PanelOperationName)[]): boolean {
  const operation = operations[key]
  return operation === undefined || permitted.includes(operation)
}

/** The pages above an address and its own, outermost first: `/settings/profile` gives Settings and Profile. */
export function pageTrail(pathname: string): readonly NavItem[] {
  const page = pageAt(pathname)
  return page === undefined ? [] : trailOf(listPageOf(page))
}

function trailOf(item: NavItem): readonly NavItem[] {
  const { within } = pageOf(item.key)
  return within === undefined ? [item] : [...trailOf(findPage(within)), item]
}

/** What addresses of a page, or of those below it, begin with. */
const baseOf = (href: string): string => (href.endsWith('[id]') ? href.slice(0, -4) : `${href}/`)

/** Whether the page has this address; false for a page above it. */
export const isPageAt = ({ href }: NavItem, pathname: string): boolean =>
  href === pathname || (href.endsWith('[id]') && pathname.startsWith(baseOf(href)))

/** The page of an address, or the nearest page above it. A group stands before the tab that shares its address. */
function pageAt(pathname: string): NavItem | undefined {
  return (
    navItems.findLast(({ href }) => href === pathname) ??
    navItems
      .filter(({ href }) => pathname.startsWith(baseOf(href)))
      .toSorted((a, b) => a.href.length - b.href.length)
      .at(-1)
  )
}

/** The page itself, or the list page through which the page is found. */
function listPageOf(item: NavItem): NavItem {
  const { foundBy } = pageOf(item.key)
  return foundBy === undefined ? item : findPage(foundBy)
}
