import 'server-only'
import type { ServerResponse } from 'node:http'

/**
 * What the browser kept of the account. Not `cookies`: that would sign the person out of every other program of the domain, and
 * forget language and theme.
 */
const WHAT = '"cache", "storage"'

/** An answer that takes the session's cookie away also clears what pages have kept, whichever way somebody signed out. */
export function clearAtSignOut(response: ServerResponse, cookieName: string): void {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (...input: unknown[]) => {
    if (takesAway(response.getHeader('set-cookie'), cookieName)) response.setHeader('clear-site-data', WHAT)
    // Sound: it is called with whatever it was called with.
    return writeHead(...(input as Parameters<typeof writeHead>))
  }
}

const takesAway = (cookies: number | string | readonly string[] | undefined, name: string): boolean =>
  [cookies ?? []].flat().some((cookie) => {
    const [value = '', ...attributes] = String(cookie).split(';')
    return value === `${name}=` && attributes.some((each) => /^\s*(?:max-age=0|expires=thu, 01 jan 1970)/i.test(each))
  })
