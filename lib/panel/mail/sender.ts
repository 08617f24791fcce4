import * as z from 'zod'

export type Sender = { readonly name: string; readonly address: string }

/**
 * `alerts@example.com` or `Acme, Panel <alerts@example.com>`. The name may hold any characters; quotation marks around
 * it are removed (RFC 5322, 3.2.4). Undefined for any other form and for a line break, which would begin another
 * header.
 */
export function readSender(text: string): Sender | undefined {
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return undefined
  const [, name = '', bracketed] = /^(.*)<([^<>]*)>$/.exec(text.trim()) ?? []
  const address = (bracketed ?? text).trim()
  return z.email().safeParse(address).success ? { name: unquoted(name.trim()), address } : undefined
}

function unquoted(name: string): string {
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/.exec(name) ?? []
  return quoted === undefined ? name : quoted.replaceAll(/\\(.)/g, '$1')
}
