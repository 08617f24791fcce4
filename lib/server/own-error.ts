import 'server-only'
import { randomUUID } from 'node:crypto'

export type OwnError = {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly extra?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer of the panel itself, in the service's error shape (decision 7). */
export function ownError({ status, code, message, extra, headers }: OwnError): Response {
  return Response.json(
    { detail: { code, message, ...extra } },
    { status, headers: { 'cache-control': 'no-store', 'x-request-id': randomUUID(), ...headers } },
  )
}

type Place = { readonly loc: readonly (string | number)[]; readonly msg: string; readonly type: string }

/** 422 with the places of what is wrong (interface 2.13). */
export function ownInvalid(places: readonly Place[]): Response {
  const headers = { 'cache-control': 'no-store', 'x-request-id': randomUUID() }
  return Response.json({ detail: places }, { status: 422, headers })
}
