import 'server-only'
import { getRuntime } from '../runtime'
import { isOriginOfPanel } from './panel-origin'

/**
 * True when a write comes from the panel's own pages. Browsers always name the origin of a write, so a request without
 * one is not from a browser.
 */
export function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  return origin !== null && isPanel(origin, request)
}

const isPanel = (origin: string, { headers }: Request): boolean =>
  isOriginOfPanel(origin, { panelUrl: getRuntime().env.panelUrl, host: headers.get('host') })

/**
 * True when a page of another origin caused the request, by a link or otherwise; another host of the same site counts
 * as another origin. A typed address or a program has no such page. Browsers omit Sec-Fetch-Site over plain http from
 * other machines; the referrer counts then, if there is one.
 */
export function isForeignPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const referrer = request.headers.get('referer')
  return referrer !== null && URL.canParse(referrer) && !isPanel(new URL(referrer).origin, request)
}

/** The origin under which the browser knows the panel: the checked one of a write, else that of the request. */
export const ownOriginOf = (request: Request): string => request.headers.get('origin') ?? new URL(request.url).origin
