/**
 * Form of a text with a personal number in the browser: `sealed:<token>:<masked text>`. Only the server can decrypt the
 * token; equal texts of one account have equal tokens, so that lists can be compared, edited and sent back.
 */
export type SealedValue = { readonly token: string; readonly shown: string }

const SEALED = /^sealed:([\w-]{20,2000}):([^]*)$/

export const writeSealed = ({ token, shown }: SealedValue): string => `sealed:${token}:${shown}`

export function readSealed(text: string): SealedValue | undefined {
  const [, token, shown] = SEALED.exec(text) ?? []
  return token === undefined || shown === undefined ? undefined : { token, shown }
}
