import { isProxyFault } from './tunnel'

const MAX_LENGTH = 300

/** Why a call out failed, in one line for the log: each address that was tried where there were several. No secret is in it. */
export function reasonOf(error: unknown): string {
  return wordsOf(error)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .slice(0, MAX_LENGTH)
}

function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(wordsOf).join('; ')
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (isProxyFault(error) || code === undefined || error.message.includes(code)) return error.message || error.name
  return error.message === '' ? code : `${error.message} (${code})`
}
