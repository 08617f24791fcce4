import 'server-only'
import { getRuntime } from '../runtime'

/** True when a write comes from the panel's own pages. A browser always names the origin of a write; who names none is no browser. */
export function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin === null || !URL.canParse(origin)) return false
  const { panelUrl } = getRuntime().env
  if (panelUrl !== undefined) return origin === panelUrl
  return new URL(origin).host === request.headers.get('host')
}

/** The origin that the browser knows the panel by: of a write the checked one, else what the request names. */
export const ownOriginOf = (request: Request): string => request.headers.get('origin') ?? new URL(request.url).origin
