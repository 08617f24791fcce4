import 'server-only'
import { getRuntime } from '../runtime'
import { isOriginOfPanel } from './panel-origin'

/** True when a write comes from the panel's own pages. A browser always names the origin of a write; who names none is no browser. */
export function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  return origin !== null && isPanel(origin, request)
}

const isPanel = (origin: string, { headers }: Request): boolean =>
  isOriginOfPanel(origin, { panelUrl: getRuntime().env.panelUrl, host: headers.get('host') })

/**
 * True when a page that is not the panel's own made a browser ask, by a link or otherwise. A page of the same site at another host
 * is another page. Whoever typed the address, or no browser at all, is nobody's page. Browsers say nothing of this over
 * plain http from afar; then the page that a link stood on counts, where it is named.
 */
export function isForeignPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const referrer = request.headers.get('referer')
  return referrer !== null && URL.canParse(referrer) && !isPanel(new URL(referrer).origin, request)
}

/** The origin that the browser knows the panel by: of a write the checked one, else what the request names. */
export const ownOriginOf = (request: Request): string => request.headers.get('origin') ?? new URL(request.url).origin
