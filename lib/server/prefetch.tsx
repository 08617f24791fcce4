import 'server-only'
import { dehydrate, type DehydratedState, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { type OperationAnswer, createClient, createPanelClient, type PanelAnswer } from '@/lib/client/client'
import { PageAwake } from '@/lib/client/page-awake'
import { toPanelKey, toQueryKey } from '@/lib/client/queries'
import { SameViewer } from '@/lib/client/same-viewer'
import { type Input, operationOf, type QueryName } from '@/lib/contract/table'
import { type PanelInput, panelOperationOf, type PanelQueryName } from '@/lib/features/contract'
import { errorResponse } from '@/lib/http/error-response'
import { HttpError } from '@/lib/http/errors'
import { isForbiddenPersonQuery } from '@/lib/http/mask-personal'

import { mayCall } from './http/checks'
import { maskAnswer } from './http/mask-answer'
import { isMaskedSearch, searchVisible } from './http/masked-search'
import { answerPanelCall } from './http/panel-api'
import { panelRouter } from './http/rows'
import { serviceUrl, requirePersonalDataRole } from './http/service-url'
import { lacksSecondFactor } from './required-factor'
import { type PanelSession, viewerMarkOf } from './session'
import { upstreamFor } from './upstream/upstream'

/** `['usage.summary', {}]`: the name and input that the page's component passes to `query()`. */
export type Prefetch = { [N in QueryName]: readonly [name: N, input: Input<N>] }[QueryName]

/** The same for panel operations. */
export type PanelPrefetch = { [N in PanelQueryName]: readonly [name: N, input: PanelInput<N>] }[PanelQueryName]

/** Milliseconds that a page waits for its data; the browser fetches what is slower. */
const PATIENCE_MS = 2000

/**
 * Calls the upstream in process, so that the first paint has its data. Never throws: what fails, is too slow, or is not
 * allowed for the session's role is missing from the state, and the browser fetches it itself.
 */
export async function prefetchQueries(
  session: PanelSession,
  queries: readonly Prefetch[],
  panelQueries: readonly PanelPrefetch[] = [],
): Promise<PageState> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { role } = session.user
  const isBlocked = lacksSecondFactor(session)
  const allowed = queries.filter(([name]) => !isBlocked && operationOf(name).roles.includes(role))
  const allowedByPanel = panelQueries.filter(([name]) => mayCallPanel(session, name))
  await Promise.all([
    ...allowed.map((entry) => prefetchOne({ client, session, entry })),
    ...allowedByPanel.map((entry) => {
      const [name, input] = panelPaired(entry)
      const call = createPanelClient(panelInProcess(session))
      return client.prefetchQuery({ queryKey: toPanelKey(name, input), queryFn: () => call(name, input) })
    }),
  ])
  const state = dehydrate(client, { shouldDehydrateQuery: ({ state: { status } }) => status === 'success' })
  return { ...state, viewer: viewerMarkOf(session) }
}

/** The same rule as in `lib/server/http/panel-api.ts`. */
function mayCallPanel(session: PanelSession, name: PanelQueryName): boolean {
  const { roles, isBeforeSecondFactor = false } = panelOperationOf(name)
  return roles.includes(session.user.role) && (isBeforeSecondFactor || !lacksSecondFactor(session))
}

/** Prefetched state of a page, and the user whom it belongs to. */
export type PageState = DehydratedState & { readonly viewer: string }

type PrefetchInput = { client: QueryClient; session: PanelSession; entry: Prefetch }

function prefetchOne({ client, session, entry }: PrefetchInput): Promise<void> {
  const [name, input] = paired(entry)
  const call = createClient(inProcess(session, name))
  const queryFn = () => call(name, input, { signal: AbortSignal.timeout(PATIENCE_MS) })
  return client.prefetchQuery({ queryKey: toQueryKey(name, input), queryFn })
}

/**
 * Safe: an entry pairs a name with its own input, which TypeScript cannot follow through a union; so one member stands
 * for all.
 */
const paired = (entry: Prefetch) => entry as Extract<Prefetch, readonly ['usage.daily', unknown]>

/** Safe: as in `paired`. */
const panelPaired = (entry: PanelPrefetch) => entry as Extract<PanelPrefetch, readonly ['audit.verify', unknown]>

const inProcess = (session: PanelSession, name: QueryName) => async (path: string, init: RequestInit) => {
  const operation = operationOf(name)
  const url = new URL(`http://upstream.invalid${path}`)
  // The browser then calls the proxy, which gives the reason.
  if (!mayCall(operation, session)) return Response.json({}, { status: 403 })
  try {
    requirePersonalDataRole(operation, session, url)
    const upstreamUrl = serviceUrl(operation, session, url)
    const upstream = upstreamFor(session, { rateLimited: false })
    const fetchFromService = (search: string) => upstream(new Request(`${url.origin}${url.pathname}${search}`, init))
    const isSearch = isMaskedSearch(operation, session, upstreamUrl)
    return await maskAnswer(
      operation,
      session,
      await (isSearch ? searchVisible(fetchFromService, upstreamUrl) : fetchFromService(upstreamUrl.search)),
    )
  } catch (error) {
    if (error instanceof HttpError) return errorResponse(error)
    throw error
  }
}

const panelInProcess = (session: PanelSession) => async (path: string, init: RequestInit) => {
  const request = new Request(`http://panel.invalid${path}`, init)
  const found = panelRouter.find(request.method, new URL(request.url).pathname)
  if (found instanceof HttpError) return errorResponse(found)
  const { operation } = found.row
  if (isForbiddenPersonQuery(operation, session.user.role, new URL(request.url).searchParams)) {
    return errorResponse(new HttpError('role_required', 'Not for this role'))
  }
  const answer = await answerPanelCall({ ...found, request, session })
  return maskAnswer(found.row.operation, session, answer)
}

/** One answer in process for server rendering; undefined when it is not available in time. */
export async function fetchInProcess<N extends QueryName>(
  session: PanelSession,
  name: N,
  input: Input<N>,
): Promise<OperationAnswer<N> | undefined> {
  if (lacksSecondFactor(session)) return undefined
  const call = createClient(inProcess(session, name))
  return call(name, input, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined)
}

/** The same for panel operations; also undefined when the session's role may not call them. */
export async function fetchPanelInProcess<N extends PanelQueryName>(
  session: PanelSession,
  name: N,
  input: PanelInput<N>,
): Promise<PanelAnswer<N> | undefined> {
  if (!mayCallPanel(session, name)) return undefined
  const call = createPanelClient(panelInProcess(session))
  return call(name, input).catch(() => undefined)
}

/** Queries inside read the prefetched answers. */
export function Hydrated({ state: { viewer, ...state }, children }: { state: PageState; children: ReactNode }) {
  return (
    <SameViewer viewer={viewer}>
      <HydrationBoundary state={state}>
        {children}
        <PageAwake />
      </HydrationBoundary>
    </SameViewer>
  )
}
