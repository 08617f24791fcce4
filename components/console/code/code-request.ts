import type { BuiltRequest } from '../request/build-request'

/** What a piece of code calls, and what it does with the answer. */
export interface CodeRequest {
  readonly request: BuiltRequest
  /** Of the service, without /v1. */
  readonly server: string
  readonly answer: 'json' | 'lines' | 'file' | 'none'
  /** Under which a file is saved. */
  readonly fileName: string
}

export const addressOfCode = ({ server, request }: CodeRequest): string =>
  `${server.replace(/\/+$/, '')}${request.path}`
export const KEY_VARIABLE = 'REGISTERS_API_KEY'
