import { isProxyFault } from './tunnel'

const MAX_LENGTH = 300

/** Why an outgoing call failed, in one line for the log, with each address that was tried. Contains no secret. */
export function reasonOf(error: unknown): string {
  return messageOf(error)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .slice(0, MAX_LENGTH)
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (isProxyFault(error) || code === undefined || error.message.includes(code)) return error.message || error.name
  return error.message === '' ? code : `${error.message} (${code})`
}
