import type { UpstreamFault } from './faulty-upstream'

export const json = (detail: unknown) => JSON.stringify({ detail })

export type Case = {
  readonly fault: UpstreamFault
  /** The message shown. */
  readonly words: RegExp
  readonly requestId?: string
}

const requestId = 'req-of-the-service'
const headers = { 'x-request-id': requestId }
/** Faults that can happen in any call, and the panel's messages. */
export const cases: Readonly<Record<string, Case>> = {
  '401': { fault: { status: 401, body: json('no') }, words: /Usługa odrzuciła klucz API tego panelu/ },
  '422': {
    fault: { status: 422, body: json([{ loc: ['query', 'x'], msg: 'wrong', type: 'x' }]), headers },
    words: /Usługa odrzuciła zapytanie/,
    requestId,
  },
  '500': { fault: { status: 500, body: json('boom'), headers }, words: /Po stronie usługi wystąpił błąd/, requestId },
  HTML: {
    fault: { status: 200, body: '<script>alert(1)</script>', type: 'text/html', headers },
    words: /w postaci, której ten panel nie zna/,
    requestId,
  },
  'a wrong shape': {
    fault: { status: 200, body: 'null', headers },
    words: /w postaci, której ten panel nie zna/,
    requestId,
  },
  nothing: { fault: 'drop', words: /Panel nie może połączyć się z usługą/ },
}
