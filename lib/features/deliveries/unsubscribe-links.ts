import { createHmac, timingSafeEqual } from 'node:crypto'

import { routes } from '@/lib/domain/routes'

const INFO = 'registers-panel unsubscribe'
/** The address that mail programs post to automatically (RFC 8058); people open `routes.unsubscribe` instead. */
export const ONE_CLICK_PATH = '/api/unsubscribe'

const signatureOf = (secret: string, mailId: string): Buffer =>
  createHmac('sha256', secret).update(`${INFO} ${mailId}`).digest()

/** Identifies one mail; it cannot be forged without the panel's secret. */
export const unsubscribeToken = (secret: string, mailId: string): string =>
  `${mailId}.${signatureOf(secret, mailId).toString('base64url')}`

/** Unsubscribe addresses of one mail: a page for the reader, and an endpoint for the mail program. */
export type UnsubscribeLinks = { readonly page: string; readonly oneClick: string }

/**
 * Undefined unless the panel's address is configured: an address derived from a request's Host header could be forged.
 */
export function unsubscribeLinks(
  input: { readonly secret: string; readonly panelUrl: string | undefined },
  mailId: string,
): UnsubscribeLinks | undefined {
  if (input.panelUrl === undefined) return undefined
  const query = `?token=${unsubscribeToken(input.secret, mailId)}`
  return {
    page: `${input.panelUrl}${routes.unsubscribe}${query}`,
    oneClick: `${input.panelUrl}${ONE_CLICK_PATH}${query}`,
  }
}

/** Id of the mail that a token names; undefined if this panel did not sign it. */
export function mailIdIn(secret: string, token: string): string | undefined {
  const [mailId = '', signature = ''] = token.split('.')
  const input = Buffer.from(signature, 'base64url')
  const expected = signatureOf(secret, mailId)
  return input.length === expected.length && timingSafeEqual(input, expected) ? mailId : undefined
}
