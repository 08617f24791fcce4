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
import { askForProof, withProof } from './proof'
import { forgetRefusals, noteRefusal } from './refusals'

/** A personal number that is searched for travels in a header: addresses stand in the logs of every server on the way. */
const send: FetchApi = async (path, init) => {
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(viewerHeaders())) headers.set(name, value)
  const response = await fetch(...addressed(path, { ...init, headers }))
  noteServerTime(response.headers.get('date'))
  if (response.status === 409 && response.headers.has(SWITCHED_HEADER)) noteSwitched()
  return response
}

function addressed(path: string, init: RequestInit): [string, RequestInit] {
  const [address = path, query] = path.split('?', 2)
  if (query === undefined || !namesPerson(new URLSearchParams(query))) return [`/api${path}`, init]
  const headers = new Headers(init.headers)
  headers.set(HIDDEN_QUERY_HEADER, query)
  return [`/api${address}`, { ...init, headers }]
}

const callPanel = createPanelClient(send)

/** The panel's own operations. Of the service they say nothing; of the session and the network as much as any call. */
export const panelCall: typeof callPanel = async (name, input, options) => {
  try {
    const answer = await withProof(() => callPanel(name, input, options))
    forgetLostWay()
    return answer
  } catch (error) {
    const fault = findCallFailure(error)
    if (fault === 'session' || fault === 'offline') noteCall(PANEL, error)
    throw error
  }
}

const PANEL = 'panel'
/** Nothing to say while all is well: the service's own calls speak for it. */
function forgetLostWay(): void {
  const said = readLastCalls()
  if (said === 'session' || said === 'offline') noteCall(PANEL)
}

/** Everything goes through the panel's own proxy, which adds the key on the server. */
const callProxy = createClient(send)

/** The browser's client. What it learns on the way (the server's time, a 402 of a pool, how the service is) is noted here and nowhere else. */
export async function call<N extends OperationName>(
  name: N,
  input: Input<N>,
  options: { signal?: AbortSignal } = {},
): Promise<OperationAnswer<N>> {
  try {
    const answer = await withProof(() => callProxy(name, input, options))
    noteCall(name)
    forgetRefusals(poolsThatGive(name))
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

/** Carries out a row that changes something, of the panel or of the service. */
export async function performAction<N extends ActionName>(name: N, input: ActionInput<N>): Promise<ActionAnswer<N>> {
  // Sound: input and answer are those of the row of this name, and each name is in one of the two tables.
  const answer: unknown = await (isPanelAction(name)
    ? panelCall(name, input as PanelInput<PanelMutationName>)
    : call(name, input as Input<MutationName>))
  return answer as ActionAnswer<N>
}

/** Asks again for what a row makes stale, as its row of the contract has it. */
export async function refreshStale(client: QueryClient, name: ActionName): Promise<void> {
  await Promise.all(staleAfter(name).map((stale) => client.invalidateQueries({ queryKey: staleKey(stale) })))
}

/**
 * The answer of an operation as it came, good or not, for who wants to see it whole. What it tells of the service is noted as of any
 * call; where nothing comes back it rejects.
 */
export async function callAsIs(name: OperationName, path: string, init: RequestInit): Promise<Response> {
  const response = await send(path, init)
  if (response.ok) {
    noteCall(name)
    forgetRefusals(poolsThatGive(name))
    return response
  }
  const error = await readApiError(response.clone())
  if (error.code === 'proof_required' && (await askForProof())) return send(path, init)
  noteRefusal(error)
  noteCall(name, error)
  return response
}

/** What a call that went through proves to be open again. The usage answers even without a subscription. */
function poolsThatGive(name: OperationName): readonly string[] {
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
