import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, vi } from 'vitest'

vi.mock('server-only', () => ({}))
const { routeNameOf } = await import('./observed-gateway')

/** Addresses of all pages, read from the folders of `app`. */
const pages = readdirSync(join(import.meta.dirname, '../../../app'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('page.tsx') && !file.startsWith('no-such-page'))
  .map(
    (file) =>
      `/${file
        .split('/')
        .slice(0, -1)
        .filter((part) => !part.startsWith('('))
        .join('/')}`,
  )

describe('routeNameOf', () => {
  it('returns a name for every page', () => {
    expect(pages.length).toBeGreaterThan(40)
    const routeNames = pages.map((page) => routeNameOf('GET', page.replaceAll(/\[\w+\]/g, '44051401359')))
    expect(routeNames.filter(({ door, route }) => door !== 'page' || route === 'none')).toEqual([])
    expect(JSON.stringify(routeNames)).not.toContain('44051401359')
  })

  it.each([
    ['GET', '/api/v1/usage/summary', { door: 'proxy', route: 'usage.summary' }],
    ['GET', '/api/v1/nothing/44051401359', { door: 'proxy', route: 'none' }],
    ['DELETE', '/api/panel/audit', { door: 'panel', route: 'none' }],
    ['POST', '/api/auth/callback/credentials', { door: 'other', route: '/api/auth' }],
    ['GET', '/api/feeds/secret.ics', { door: 'other', route: '/api/feeds' }],
    ['GET', '/api/else', { door: 'other', route: 'none' }],
    ['GET', '/companies/0000000018/more', { door: 'page', route: 'none' }],
    ['GET', '/wp-login.php', { door: 'page', route: 'none' }],
  ])('returns for %s %s: %j', (method, path, name) => {
    expect(routeNameOf(method, path)).toEqual(name)
  })
})
