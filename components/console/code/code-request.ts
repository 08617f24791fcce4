import type { BuiltRequest } from '../request/build-request'

/** A call to be expressed as code, and what the code does with the answer. */
export interface CodeRequest {
  readonly request: BuiltRequest
  /** The base address of the service, without /v1. */
  readonly server: string
  readonly answer: 'json' | 'lines' | 'file' | 'none'
  /** The name under which an answered file is saved. */
  readonly fileName: string
}

export const addressOfCode = ({ server, request }: CodeRequest): string =>
  `${server.replace(/\/+$/, '')}${request.path}`
export const KEY_VARIABLE = 'REGISTERS_API_KEY'
