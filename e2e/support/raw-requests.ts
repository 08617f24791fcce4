import { type Panel, PASSWORD } from './panel'

export type Answer = {
  readonly status: number
  readonly code: string | undefined
  readonly body: unknown
  readonly headers: Headers
}
type RequestInput = {
  readonly method?: string
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request with exactly these headers, which no page could do. */
export async function sendRequest(
  panel: Panel,
  path: string,
  { method = 'GET', text, headers = {} }: RequestInput,
): Promise<Answer> {
  const json = text === undefined ? {} : { body: text }
  const type = text === undefined ? {} : { 'content-type': 'application/json' }
  const init = { method, redirect: 'manual', headers: { ...type, ...headers }, ...json } as const
  const answer = await fetch(`${panel.url}${path}`, init)
  const responseText = await answer.text()
  const body = answer.headers.get('content-type')?.startsWith('application/json')
    ? parseJson(responseText)
    : responseText
  return { status: answer.status, code: codeOf(body), body, headers: answer.headers }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const codeOf = (body: unknown): string | undefined =>
  // Safe: every property is optional, so an answer of another shape gives undefined.
  (body as { detail?: { code?: string } } | null)?.detail?.code

export const cookiesOf = ({ headers }: Pick<Answer, 'headers'>): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')

/** Signs in and returns the cookies of the session. Throws if the sign-in fails. */
export async function sessionOf(panel: Panel, email: string): Promise<string> {
  const csrf = await sendRequest(panel, '/api/auth/csrf', {})
  // Safe: this is the shape of next-auth's answer.
  const { csrfToken } = csrf.body as { csrfToken: string }
  const form = new URLSearchParams({ csrfToken, email, password: PASSWORD, json: 'true' })
  const answer = await sendRequest(panel, '/api/auth/callback/credentials', {
    method: 'POST',
    text: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookiesOf(csrf) },
  })
  if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.status}`)
  return cookiesOf(answer)
}
