import { isIP } from 'node:net'

/** What passkeys are bound to: a domain name, and the origin of the pages that may use them. */
export type RelyingParty = { readonly id: string; readonly origin: string }

/**
 * Uses PANEL_URL if set, else the address in the request, as for the origin of writes (`lib/server/http/origin.ts`).
 * Undefined for an address without a domain name: browsers create no passkeys there.
 */
export function relyingPartyOf(panelUrl: string | undefined, headers: Headers): RelyingParty | undefined {
  const origin = panelUrl ?? ownOrigin(headers)
  if (origin === undefined || !URL.canParse(origin)) return undefined
  const { hostname } = new URL(origin)
  return isIP(hostname.replaceAll(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : undefined
}

function ownOrigin(headers: Headers): string | undefined {
  const origin = headers.get('origin')
  const isOwn = origin !== null && URL.canParse(origin) && new URL(origin).host === headers.get('host')
  return isOwn ? origin : undefined
}
