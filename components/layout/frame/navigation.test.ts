import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { pageKeys, pageOf } from '@/lib/domain/pages'
import { roles } from '@/lib/domain/roles'

import { builtNavigation, builtSettings, firstSettings, mayUse, navigation, pageTrail } from './navigation'

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
  // Lists of registers have addresses of their own.
  expect(trail('/uokik/clauses')).toEqual(['knf', 'uokik', 'uokikClauses'])
  expect(trail('/sudop')).toEqual(['knf', 'sudop'])
})

it('leads from Settings to the first page that the role may see', () => {
  for (const role of roles) expect(firstSettings(role)).toBe('/settings/profile')
})

/** The addresses below `app/(panel)`; a folder in parentheses is no part of an address. */
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

it('links only to pages that are there', () => {
  const pages = pageAddresses()
  const items = [...builtNavigation().flatMap((section) => section.items), ...builtSettings()]
  expect(items.length).toBeGreaterThan(0)
  expect(items.map((item) => item.href).filter((href) => !pages.includes(href))).toEqual([])
})

it('has each page of Settings there, and in its own navigation', () => {
  const pages = pageAddresses().filter((path) => path.startsWith('/settings/'))
  expect(
    builtSettings()
      .map(({ href }) => href)
      .sort(),
  ).toEqual(pages.sort())
})

it.each(['pl', 'en'])('calls a page in the navigation as its heading does, in %s', (locale) => {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../messages/${locale}/${name}.json`, import.meta.url), 'utf8')) as {
      title?: string
      pages: Record<string, string>
    }
  const { pages: names } = read('layout')
  // The overview's heading is what its reader came for; Settings leads to its first page.
  const named = pageKeys.filter((key) => key !== 'overview' && key !== 'settings')
  const titles = named.flatMap((key) => {
    const { catalogue } = pageOf(key)
    return catalogue === undefined ? [] : [[key, read(catalogue).title]]
  })
  expect(titles.length).toBeGreaterThan(10)
  expect(Object.fromEntries(titles)).toEqual(Object.fromEntries(titles.map(([key = '']) => [key, names[key]])))
  expect(Object.keys(names)).toEqual(expect.arrayContaining([...pageKeys]))
  expect(new Set(Object.values(names)).size).toBe(Object.values(names).length)
})

it('leaves out sections without a page', () => {
  expect(builtNavigation().every((section) => section.items.length > 0)).toBe(true)
  expect(builtNavigation().length).toBeLessThanOrEqual(navigation.length)
})

it('lets everyone in where no roles are named', () => {
  expect(mayUse({ key: 'usage', href: '/usage', isBuilt: true }, 'viewer')).toBe(true)
  expect(mayUse({ key: 'usage', href: '/usage', isBuilt: true, roles: ['owner'] }, 'viewer')).toBe(false)
})
