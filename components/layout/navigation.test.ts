import { readdirSync } from 'node:fs'

import { expect, it } from 'vitest'

import { builtNavigation, findActive, mayUse, navigation } from './navigation'

it('finds the page of an address', () => {
  expect(findActive('/')?.key).toBe('overview')
  expect(findActive('/monitors')?.key).toBe('monitors')
  expect(findActive('/filters/new')?.key).toBe('filters')
  expect(findActive('/monitors-of-old')).toBeUndefined()
  expect(findActive('/nothing')).toBeUndefined()
})

/** The addresses below `app/(panel)`; a folder in parentheses is no part of an address. */
function pageAddresses(): readonly string[] {
  const root = new URL('../../app/(panel)', import.meta.url)
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
  const items = builtNavigation().flatMap((section) => section.items)
  expect(items.length).toBeGreaterThan(0)
  expect(items.map((item) => item.href).filter((href) => !pages.includes(href))).toEqual([])
})

it('leaves out sections without a page', () => {
  expect(builtNavigation().every((section) => section.items.length > 0)).toBe(true)
  expect(builtNavigation().length).toBeLessThanOrEqual(navigation.length)
})

it('lets everyone in where no roles are named', () => {
  expect(mayUse({ key: 'usage', href: '/usage', isBuilt: true }, 'viewer')).toBe(true)
  expect(mayUse({ key: 'usage', href: '/usage', isBuilt: true, roles: ['owner'] }, 'viewer')).toBe(false)
})
