import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { operationNames, operationOf } from '@/lib/contract/table'
import { locales } from '@/lib/domain/format/locales'
import { isRegistersPage, type PageKey, pageKeys, pageOf } from '@/lib/domain/pages'
import { registerNames } from '@/lib/domain/registers/register-names'
import type { Role } from '@/lib/domain/roles'
import { panelOperationNames, panelOperationOf } from '@/lib/features/contract'

import { findTabs, isPageAt, mayOpen, navigation, pageTrail, pinnedPages, settingsPages } from './navigation'

const trail = (pathname: string) => pageTrail(pathname).map(({ key }) => key)

it('finds the pages that lead to an address', () => {
  expect(trail('/')).toEqual(['overview'])
  expect(trail('/monitors')).toEqual(['monitors'])
  expect(trail('/monitors/import')).toEqual(['monitors', 'monitorsImport'])
  expect(trail('/filters/new')).toEqual(['filters'])
  expect(trail('/monitors/imports')).toEqual(['monitors', 'monitorsImports'])
  expect(trail('/settings/audit')).toEqual(['settings', 'auditLog'])
  // Keys belong to the developers' group, although their address is that of a page of Settings.
  expect(trail('/settings/api')).toEqual(['settingsApi'])
  expect(trail('/reports/a-report')).toEqual(['reports', 'reportPreview'])
  expect(trail('/reports/archive')).toEqual(['reports', 'reportArchive'])
  expect(trail('/usage')).toEqual(['billing', 'usage'])
  expect(trail('/spend-cap')).toEqual(['billing', 'spendCap'])
  expect(trail('/help/overage')).toEqual(['help'])
  expect(trail('/rdf')).toEqual(['search', 'rdf'])
  expect(trail('/companies/0000012345')).toEqual(['search'])
  expect(trail('/monitors-of-old')).toEqual([])
  expect(trail('/nothing')).toEqual([])
  expect(trail('/knf')).toEqual(['registers', 'knf'])
  expect(trail('/uokik/clauses')).toEqual(['registers', 'clauses'])
  expect(trail('/sudop')).toEqual(['registers', 'sudop'])
})

it('knows the page of an address from those above it', () => {
  const isHere = (pathname: string) => pageTrail(pathname).map((item) => isPageAt(item, pathname))
  expect(isHere('/monitors/import')).toEqual([false, true])
  expect(isHere('/monitors/a-monitor')).toEqual([false])
  expect(isHere('/reports/a-report')).toEqual([false, true])
})

it('gives pages of a group their tabs, and no tabs to what is below them', () => {
  expect(findTabs('/usage')).toEqual({ page: 'usage', tabs: ['usage', 'spendCap'] })
  expect(findTabs('/bzp')).toEqual({ page: 'bzp', tabs: ['bzp', 'bzpMatches', 'bzpAlerts'] })
  expect(findTabs('/uokik/clauses')?.tabs).toEqual(['knf', 'uokik', 'clauses', 'sudop', 'msig'])
  expect(findTabs('/settings/profile')?.tabs).not.toContain('settingsApi')
  for (const path of ['/', '/settings', '/settings/api', '/settings/nothing', '/monitors/import', '/help'])
    expect(findTabs(path), path).toBeUndefined()
})

const permittedTo = (role: Role) => [
  ...operationNames.filter((name) => operationOf(name).roles.includes(role)),
  ...panelOperationNames.filter((name) => panelOperationOf(name).roles.includes(role)),
]
const menuOf = (role: Role) =>
  [...navigation.flatMap(({ items }) => items), ...pinnedPages]
    .map(({ key }) => key)
    .filter((key) => mayOpen(key, permittedTo(role)))

it('shows each role the entries that it can use', () => {
  const all = navigation.flatMap(({ items }) => items).length + pinnedPages.length
  expect(menuOf('owner')).toHaveLength(all)
  expect(menuOf('finance')).toEqual([
    'overview',
    'notifications',
    'search',
    'whiteList',
    'registers',
    'billing',
    'console',
    'reference',
    'help',
    'settings',
  ])
  expect(menuOf('viewer')).toEqual(menuOf('owner').filter((key) => !['settingsApi', 'calls'].includes(key)))
  expect(menuOf('compliance')).toEqual(menuOf('viewer'))
})

/** The addresses below `app/(panel)`. A folder in parentheses is not part of the address. */
function pageAddresses(): readonly string[] {
  const root = new URL('../../../app/(panel)', import.meta.url)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map(
      (file) =>
        `/${file
          .split('/')
          .slice(0, -1)
          .filter((part) => !part.startsWith('('))
          .join('/')}`,
    )
}

it('links only to existing pages', () => {
  const pages = pageAddresses()
  const items = [...navigation.flatMap((section) => section.items), ...pinnedPages, ...settingsPages]
  expect(items.length).toBeGreaterThan(0)
  expect(items.map((item) => item.href).filter((href) => !pages.includes(href))).toEqual([])
})

it('lists every page of Settings as its tab, except keys, which are for developers', () => {
  const pages = pageAddresses().filter((path) => path.startsWith('/settings/') && path !== '/settings/api')
  expect(settingsPages.map(({ href }) => href).sort()).toEqual(pages.sort())
})

it.each(locales)('names a page in the navigation like its heading in %s', (locale) => {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../messages/${locale}/${name}.json`, import.meta.url), 'utf8')) as {
      pages: Record<string, string>
      title: string
    }
  const { pages: names } = read('layout')
  // The overview has another heading, and a group shows that of its first page.
  const isGroup = (key: PageKey) => pageOf(key).catalogue === 'layout'
  const pagesWithTitle = pageKeys.filter((key) => key !== 'overview' && !isGroup(key) && !isRegistersPage(key))
  const titles = pagesWithTitle.map((key) => [key, read(pageOf(key).catalogue).title])
  expect(titles.length).toBeGreaterThan(10)
  expect(Object.fromEntries(titles)).toEqual(Object.fromEntries(pagesWithTitle.map((key) => [key, names[key]])))
  const registers = pageKeys.filter(isRegistersPage)
  expect(registers).toContain('knf')
  expect(Object.keys(names)).toEqual(expect.arrayContaining(pageKeys.filter((key) => !isRegistersPage(key))))
  const all = [...Object.values(names), ...registers.map((key) => registerNames[locale][key].page)]
  expect(new Set(all).size).toBe(all.length)
})

it('has no section without a page', () => {
  expect(navigation.every((section) => section.items.length > 0)).toBe(true)
})
