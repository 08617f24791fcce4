import 'server-only'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { defaultLocale, type Locale, matchAcceptLanguage } from '@/lib/domain/format/locales'
import { HttpError } from '@/lib/http/errors'
import en from '@/messages/en/common.json'
import pl from '@/messages/pl/common.json'

export const tooManyCalls = (seconds: number) =>
  new HttpError('too_many_calls', 'Too many calls at once; try again', { headers: { 'retry-after': `${seconds}` } })

export const badOrigin = () => new HttpError('bad_origin', 'The form did not come from a page of this panel')

export const lengthRequired = () => new HttpError('length_required', 'The body needs a Content-Length')

const texts: Readonly<Record<Locale, { readonly title: string; readonly text: string }>> = {
  pl: pl.tooMany,
  en: en.tooMany,
}

/** A page that somebody looks at, not one that the router fetches. */
const wantsPage = ({ headers }: IncomingMessage): boolean =>
  headers.accept?.includes('text/html') === true && headers['rsc'] === undefined && headers['next-action'] === undefined

/** A refusal before anything else has seen the call. Somebody who looks gets a page, which asks again by itself. */
export function answerRefusal(request: IncomingMessage, response: ServerResponse, refusal: HttpError): void {
  if (response.headersSent || response.destroyed) return
  const isPage = wantsPage(request)
  const headers = {
    ...refusal.headers,
    'cache-control': 'no-store',
    'x-request-id': randomUUID(),
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    ...(isPage && { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }),
  }
  response.writeHead(refusal.status, headers)
  response.end(isPage ? pageOf(request, refusal) : JSON.stringify({ detail: refusal.detail }))
}

function pageOf({ method, headers }: IncomingMessage, { headers: sent, message }: HttpError): string {
  const locale = matchAcceptLanguage(headers['accept-language'] ?? '') ?? defaultLocale
  const wait = sent['retry-after']
  const { title, text } = wait === undefined ? { title: message, text: '' } : texts[locale]
  const again = wait !== undefined && method === 'GET' ? `<meta http-equiv="refresh" content="${wait}">` : ''
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">${again}<title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`
}
