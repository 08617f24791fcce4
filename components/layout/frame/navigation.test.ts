import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { locales } from '@/lib/domain/format/locales'
import { isRegistersPage, pageKeys, pageOf } from '@/lib/domain/pages'
import { registerNames } from '@/lib/domain/registers/register-names'
import { roles } from '@/lib/domain/roles'

import { firstSettings, mayUse, navigation, pageTrail, settingsPages } from './navigation'

const trail = (pathname: string) => pageTrail(pathname).map(({ key }) => key)

it('finds the pages that lead to an address', () => {
  expect(trail('/')).toEqual(['overview'])
  expect(trail('/monitors')).toEqual(['monitors'])
  expect(trail('/monitors/import')).toEqual(['monitors', 'monitorsImport'])
  expect(trail('/filters/new')).toEqual(['filters'])
  expect(trail('/settings/audit')).toEqual(['settings', 'auditLog'])
  expect(trail('/companies/0000012345')).toEqual(['search'])
  expect(trail('/monitors-of-old')).toEqual([])
  expect(trail('/nothing')).toEqual([])
  expect(trail('/uokik/clauses')).toEqual(['knf', 'uokik', 'clauses'])
  expect(trail('/sudop')).toEqual(['knf', 'sudop'])
})

it('opens Settings at the first page that the role may see', () => {
  for (const role of roles) expect(firstSettings(role)).toBe('/settings/profile')
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
  const items = [...navigation.flatMap((section) => section.items), ...settingsPages]
  expect(items.length).toBeGreaterThan(0)
  expect(items.map((item) => item.href).filter((href) => !pages.includes(href))).toEqual([])
})

it('lists every page of Settings in its navigation', () => {
  const pages = pageAddresses().filter((path) => path.startsWith('/settings/'))
  expect(settingsPages.map(({ href }) => href).sort()).toEqual(pages.sort())
})

it.each(locales)('names a page in the navigation like its heading in %s', (locale) => {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../messages/${locale}/${name}.json`, import.meta.url), 'utf8')) as {
      pages: Record<string, string>
      title: string
    }
  const { pages: names } = read('layout')
  // The overview and Settings have other headings: Settings redirects to its first page.
  const pagesWithTitle = pageKeys.filter((key) => key !== 'overview' && key !== 'settings' && !isRegistersPage(key))
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

it('lets every role use a page without a list of roles', () => {
  expect(mayUse({ key: 'usage', href: '/usage' }, 'viewer')).toBe(true)
  expect(mayUse({ key: 'usage', href: '/usage', roles: ['owner'] }, 'viewer')).toBe(false)
})
