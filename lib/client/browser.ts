import type { QueryClient } from '@tanstack/react-query'

import { type ActionName, isPanelAction, staleAfter, staleKey } from '@/lib/client/stale'
import { type Input, type MutationName, operationOf, type OperationName } from '@/lib/contract/table'
import { isApiError } from '@/lib/domain/api-error'
import { HIDDEN_QUERY_HEADER, namesPerson } from '@/lib/domain/identifiers/personal-query'
import { noteServerTime } from '@/lib/domain/server-clock'
import { type Pool, poolNames, pools } from '@/lib/domain/usage/pools'
import { SWITCHED_HEADER } from '@/lib/domain/viewer-mark'
import type { PanelInput, PanelMutationName } from '@/lib/features/contract'

import { readApiError } from './api-error'
import { type OperationAnswer, createClient, createPanelClient, type FetchApi, type PanelAnswer } from './client'
import { findCallFailure, noteCall, readLastCalls } from './last-calls'
import { noteSwitched, viewerHeaders } from './page-viewer'
import { requestProof, withProof } from './proof'
import { forgetRefusals, noteRefusal } from './refusals'

/** A search for a personal number is sent in a header, because servers on the way log addresses. */
const send: FetchApi = async (path, init) => {
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(viewerHeaders())) headers.set(name, value)
  const response = await fetch(...hidePersonalQuery(path, { ...init, headers }))
  noteServerTime(response.headers.get('date'))
  if (response.status === 409 && response.headers.has(SWITCHED_HEADER)) noteSwitched()
  return response
}

function hidePersonalQuery(path: string, init: RequestInit): [string, RequestInit] {
  const [address = path, query] = path.split('?', 2)
  if (query === undefined || !namesPerson(new URLSearchParams(query))) return [`/api${path}`, init]
  const headers = new Headers(init.headers)
  headers.set(HIDDEN_QUERY_HEADER, query)
  return [`/api${address}`, { ...init, headers }]
}

const callPanel = createPanelClient(send)

/**
 * Calls a panel operation. Its outcome says nothing about the service, but it does about the session and the network.
 */
export const panelCall: typeof callPanel = async (name, input, options) => {
  try {
    const answer = await withProof(() => callPanel(name, input, options))
    noteRecovery()
    return answer
  } catch (error) {
    const fault = findCallFailure(error)
    if (fault === 'session' || fault === 'offline') noteCall(PANEL, error)
    throw error
  }
}

const PANEL = 'panel'
/** Reports only a recovery; the service's own calls report everything else. */
function noteRecovery(): void {
  const lastCalls = readLastCalls()
  if (lastCalls === 'session' || lastCalls === 'offline') noteCall(PANEL)
}

/** All calls use the panel's proxy, which adds the key on the server. */
const callProxy = createClient(send)

/**
 * The browser's client. Everything that a call reveals (the server's time, a 402 of a pool, the state of the service)
 * is recorded here and nowhere else.
 */
export async function call<N extends OperationName>(
  name: N,
  input: Input<N>,
  options: { signal?: AbortSignal } = {},
): Promise<OperationAnswer<N>> {
  try {
    const answer = await withProof(() => callProxy(name, input, options))
    noteCall(name)
    forgetRefusals(usablePools(name))
    return answer
  } catch (error) {
    noteRefusal(error)
    if (isApiError(error)) noteCall(name, error)
    throw error
  }
}

export type ActionInput<N extends ActionName> = N extends MutationName
  ? Input<N>
  : N extends PanelMutationName
    ? PanelInput<N>
    : never
export type ActionAnswer<N extends ActionName> = N extends MutationName
  ? OperationAnswer<N>
  : N extends PanelMutationName
    ? PanelAnswer<N>
    : never

/** Runs an operation that changes something, of the panel or of the service. */
export async function performAction<N extends ActionName>(name: N, input: ActionInput<N>): Promise<ActionAnswer<N>> {
  // Safe: input and answer are those of the operation of this name, and each name is in one of the two tables.
  const answer: unknown = await (isPanelAction(name)
    ? panelCall(name, input as PanelInput<PanelMutationName>)
    : call(name, input as Input<MutationName>))
  return answer as ActionAnswer<N>
}

/** Refetches the queries that an operation invalidates according to its contract. */
export async function refreshStale(client: QueryClient, name: ActionName): Promise<void> {
  await Promise.all(staleAfter(name).map((stale) => client.invalidateQueries({ queryKey: staleKey(stale) })))
}

/**
 * The raw response of an operation, successful or not, for callers that show it whole. Its outcome is recorded like
 * that of any call; it rejects when there is no response.
 */
export async function callRaw(name: OperationName, path: string, init: RequestInit): Promise<Response> {
  const response = await send(path, init)
  if (response.ok) {
    noteCall(name)
    forgetRefusals(usablePools(name))
    return response
  }
  const error = await readApiError(response.clone())
  if (error.code === 'proof_required' && (await requestProof())) return send(path, init)
  noteRefusal(error)
  noteCall(name, error)
  return response
}

/**
 * The pools that a successful call proves to be usable again. Usage is answered even without a subscription, so it
 * proves nothing.
 */
function usablePools(name: OperationName): readonly string[] {
  if (name === 'usage.setSpendCap') return poolNames.filter((pool) => pools[pool].sellsOverage).flatMap(provenBy)
  if (name.startsWith('usage.')) return []
  const { pool } = operationOf(name)
  return pool === null ? ['subscription'] : provenBy(pool)
}

const provenBy = (pool: Pool): readonly string[] => [
  pool,
  ...(pools[pool].sellsOverage ? ['overage'] : []),
  'subscription',
]
