import { reasonOf } from '@/lib/panel/outgoing/reasons'
import { isProxyFault } from '@/lib/panel/outgoing/tunnel'

import { ArchiveFault } from './archive-fault'
import { toDiskFault } from './disk-place'
import type { ArchiveFailure } from './domain/archive'

const CREDENTIALS = [
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AccessDenied',
  'AccountProblem',
  'InvalidToken',
  'ExpiredToken',
  'AllAccessDisabled',
]
/** Caused by a wrong clock, not by wrong keys. */
const SKEW = 'RequestTimeTooSkewed'
const NETWORK = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
]

export function toS3Fault(error: unknown): Error {
  if (error instanceof ArchiveFault) return error
  if (!(error instanceof Error)) return new Error(String(error))
  const failure = failureOf(error)
  if (failure !== undefined) return new ArchiveFault(failure, wordsOf(error), { cause: error })
  // System errors come from reading the spooled file.
  return isSystem(error) ? toDiskFault(error) : error
}

/** True for a missing object; a missing bucket has another error name. */
export const wasNotFound = (error: unknown): boolean =>
  error instanceof Error && error.name !== 'NoSuchBucket' && statusOf(error) === 404

const FAILURE_OF_NAME: Readonly<Record<string, ArchiveFailure>> = {
  AddressRefused: 'address_refused',
  ProxyFault: 'place_unreachable',
  NoSuchBucket: 'no_bucket',
}

function failureOf(error: Error): ArchiveFailure | undefined {
  const knownFailure = FAILURE_OF_NAME[error.name]
  if (knownFailure !== undefined) return knownFailure
  if (CREDENTIALS.includes(error.name)) return 'credentials'
  const status = statusOf(error)
  if (status === 403 && error.name !== SKEW) return 'credentials'
  if (status !== undefined) return 'place_error'
  if (error.name === 'TimeoutError' || error.name === 'AbortError' || isNetwork(error)) return 'place_unreachable'
  return undefined
}

const codeIn = (error: Error): unknown => ('code' in error ? error.code : undefined)
const isNetwork = (error: Error): boolean => {
  const code = codeIn(error)
  return typeof code === 'string' && (NETWORK.includes(code) || /CERT|TLS|SSL|^EPROTO$/.test(code))
}
const isSystem = (error: Error): boolean => 'syscall' in error

/** Safe: errors of the SDK have this field; for others it is undefined. */
const statusOf = (error: Error): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

const wordsOf = (error: Error): string => {
  if (isProxyFault(error) || error instanceof AggregateError) return reasonOf(error)
  const status = statusOf(error)
  return [
    error.name === 'Error' ? undefined : error.name,
    error.message,
    status === undefined ? undefined : `(${status})`,
  ]
    .filter((part) => part !== undefined && part !== '' && part !== 'UnknownError')
    .join(' ')
}
