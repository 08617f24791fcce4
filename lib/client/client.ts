import type { Operation } from '@/lib/contract/operation'
import { operationOf, type Input, type OperationName, type Output } from '@/lib/contract/table'
import { ApiError } from '@/lib/domain/api-error'
import { type PanelInput, type PanelOperationName, panelOperationOf, type PanelOutput } from '@/lib/features/contract'

import { readApiError } from './api-error'
import { lenient, type Lenient } from './lenient'
import { pause } from './run-steps'

/** An answer after lenient parsing. */
export type OperationAnswer<N extends OperationName> = Lenient<Output<N>>

/** An answer of the panel itself, which runs the same version and follows its schema. */
export type PanelAnswer<N extends PanelOperationName> = PanelOutput<N>

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
type CallOptions = { signal?: AbortSignal }
export type FetchApi = (path: string, init: RequestInit) => Promise<Response>

/**
 * One client for browser and server: `fetchApi` is `fetch('/api' + path)` in the browser and the upstream in process on
 * the server. Throws `ApiError` for everything that is not a readable 2xx.
 */
export function createClient(fetchApi: FetchApi) {
  return async function call<N extends OperationName>(
    name: N,
    input: Input<N>,
    options: CallOptions = {},
  ): Promise<OperationAnswer<N>> {
    // Safe: the body was parsed with the lenient form of the operation's own schema.
    return (await callRow(fetchApi, operationOf(name), { ...options, input })) as OperationAnswer<N>
  }
}

/** The same for panel operations, under /api/panel. */
export function createPanelClient(fetchApi: FetchApi) {
  return async function call<N extends PanelOperationName>(
    name: N,
    input: PanelInput<N>,
    options: CallOptions = {},
  ): Promise<PanelAnswer<N>> {
    // Safe: panel and page are one build, and the panel checks its answers against the operation's schema.
    return (await callRow(fetchApi, panelOperationOf(name), { ...options, input })) as PanelAnswer<N>
  }
}

type Row = Pick<Operation, 'method' | 'produces' | 'response'> & { readonly path: string }

async function callRow(fetchApi: FetchApi, row: Row, { input, ...options }: CallOptions & { input: Parts }) {
  const { params, query, body } = input
  const response = await fetchRetryingWhenBusy(fetchApi, toUrl(row.path, params, query), {
    ...options,
    method: row.method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (row.produces === 'none') return undefined
  return row.produces === 'file' ? response : readBody(response, row)
}

/** How often a call that the panel's gateway rejected is repeated, and the longest wait in seconds. */
const BUSY_RETRIES = 3
const LONGEST_WAIT_S = 10

/**
 * Returns a successful response. The panel's gateway rejects calls with `too_many_calls` before they do anything, so
 * writes may be repeated too.
 */
async function fetchRetryingWhenBusy(fetchApi: FetchApi, url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await reach(fetchApi, url, init)
    if (response.ok) return response
    const error = await readApiError(response)
    const waitS = error.retryAfterS ?? 1
    if (error.code !== 'too_many_calls' || attempt === BUSY_RETRIES || waitS > LONGEST_WAIT_S) throw error
    const signal = init.signal ?? new AbortController().signal
    await pause(waitS * 1000, signal)
    signal.throwIfAborted()
  }
}

async function reach(fetchApi: FetchApi, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetchApi(url, init)
  } catch (error) {
    const aborted = error instanceof Error && error.name === 'AbortError'
    if (aborted) throw error
    throw new ApiError(
      'The service could not be reached',
      { kind: 'network', status: 0, code: 'network' },
      { cause: error },
    )
  }
}

async function readBody(response: Response, row: Row): Promise<unknown> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const payload: unknown = await response.json().catch(() => undefined)
  const read = lenient(row.response).safeParse(payload)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const issuePath = issue?.path.join('.') ?? ''
  throw new ApiError(`${issuePath || 'body'}: ${issue?.message ?? 'unreadable'}`, {
    kind: 'shape',
    status: response.status,
    code: 'unknown_shape',
    requestId,
  })
}

/** Fills `{placeholders}` and adds the query; lists repeat their key, null and undefined are left out. */
export function toUrl(path: string, params: Parts['params'] = {}, query: Parts['query'] = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const pairs = Object.entries(query).flatMap(([key, value]) => pairsOf(key, value))
  return pairs.length > 0 ? `${filled}?${new URLSearchParams(pairs).toString()}` : filled
}

function pairsOf(key: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(key, item))
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? [[key, String(value)]]
    : []
}
