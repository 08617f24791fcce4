import { createHmac, timingSafeEqual } from 'node:crypto'

import { routes } from '@/lib/domain/routes'

const INFO = 'registers-panel unsubscribe'
/** The address that a mail program posts to by itself (RFC 8058); people come to `routes.unsubscribe`. */
export const ONE_CLICK_PATH = '/api/unsubscribe'

const signatureOf = (secret: string, mailId: string): Buffer =>
  createHmac('sha256', secret).update(`${INFO} ${mailId}`).digest()

/** Names one mail and can be made by nobody who lacks the panel's secret. */
export const unsubscribeToken = (secret: string, mailId: string): string =>
  `${mailId}.${signatureOf(secret, mailId).toString('base64url')}`

/** Where the reader of a mail can end it: by hand on a page, and by the mail program. */
export type UnsubscribeLinks = { readonly page: string; readonly oneClick: string }

/** Undefined without a known address of the panel: one made from a request's Host could be anybody's. */
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

/** The mail that a token names; undefined for one that this panel did not make. */
export function mailIdIn(secret: string, token: string): string | undefined {
  const [mailId = '', signature = ''] = token.split('.')
  const input = Buffer.from(signature, 'base64url')
  const wanted = signatureOf(secret, mailId)
  return input.length === wanted.length && timingSafeEqual(input, wanted) ? mailId : undefined
}
