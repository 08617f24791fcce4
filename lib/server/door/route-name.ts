import 'server-only'
import { routes } from '@/lib/domain/routes'
import { HttpError } from '@/lib/http/errors'

import { panelRows, serviceRows } from '../http/rows'

export type RouteName = { readonly door: 'page' | 'panel' | 'proxy' | 'other'; readonly route: string }

/** Patterns of what is there once for each of many. */
const ONE_OF_MANY = [routes.companies, routes.monitors, routes.reports, routes.whiteList]
const PAGES: ReadonlySet<string> = new Set(Object.values(routes).map((path) => path.split('?', 1)[0] ?? path))
const OTHERS = ['/api/auth', '/api/feeds', '/api/health', '/api/password-strength', '/api/unsubscribe']
const NONE = 'none'

/** What a request is called in metrics and traces: an operation of a contract or the pattern of an address, one of a few hundred, never what was asked. */
export function routeNameOf(method: string, path: string): RouteName {
  if (path.startsWith('/api/v1/')) return ofRows('proxy', serviceRows.find(method, path.slice('/api'.length)))
  if (path.startsWith('/api/panel/')) return ofRows('panel', panelRows.find(method, path.slice('/api'.length)))
  const other = OTHERS.find((each) => path === each || path.startsWith(`${each}/`))
  if (other !== undefined) return { door: 'other', route: other }
  if (PAGES.has(path)) return { door: 'page', route: path }
  const parent = ONE_OF_MANY.find((each) => path.startsWith(`${each}/`))
  if (parent !== undefined && !path.slice(parent.length + 1).includes('/')) {
    return { door: 'page', route: `${parent}/{id}` }
  }
  return { door: path.startsWith('/api/') ? 'other' : 'page', route: NONE }
}

const ofRows = (
  door: 'panel' | 'proxy',
  found: HttpError | { readonly row: { readonly name: string } },
): RouteName => ({ door, route: found instanceof HttpError ? NONE : found.row.name })
