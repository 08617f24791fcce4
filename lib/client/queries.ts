import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'

import type { ActionName } from '@/lib/client/stale'
import type { Input, QueryName } from '@/lib/contract/table'
import type { PanelInput, PanelMutationName, PanelQueryName } from '@/lib/features/contract'

import type { ActionAnswer, ActionInput, call, panelCall } from './browser'

/** ['usage', 'summary', input]: invalidate a whole resource with ['usage']. */
export const toQueryKey = <N extends QueryName>(name: N, input: Input<N>) => [...name.split('.'), input] as const

/**
 * The contract and its schemas are a chunk of their own, fetched with the first call: a page whose data came with its HTML
 * needs neither to paint.
 */
export const lazyCall: typeof call = async (name, input, options) =>
  (await import('./browser')).call(name, input, options)

/** The same for the panel's own operations. */
export const lazyPanelCall: typeof panelCall = async (name, input, options) =>
  (await import('./browser')).panelCall(name, input, options)

/** Options for `useQuery`; the server prefetches under the same key. */
export const query = <N extends QueryName>(name: N, input: Input<N>) =>
  queryOptions({
    queryKey: toQueryKey(name, input),
    queryFn: ({ signal }) => lazyCall(name, input, { signal }),
  })

/** ['panel', 'audit', 'list', input]: beside the service's resources, so that names may be alike. */
export const toPanelKey = <N extends PanelQueryName>(name: N, input: PanelInput<N>) =>
  ['panel', ...name.split('.'), input] as const

/** Options for `useQuery` of the panel's own state. */
export const panelQuery = <N extends PanelQueryName>(name: N, input: PanelInput<N>) =>
  queryOptions({
    queryKey: toPanelKey(name, input),
    queryFn: ({ signal }) => lazyPanelCall(name, input, { signal }),
  })

/** Options for `useMutation` of the panel's own state, where `useAction` does not fit. */
export const panelMutation = <N extends PanelMutationName>(name: N) =>
  mutationOptions({
    mutationKey: ['panel', ...name.split('.')],
    mutationFn: (input: PanelInput<N>) => lazyPanelCall(name, input),
  })

/** Carries out a row that changes something; components use `useAction`, which has words, waits and refreshes. */
export const act = async <N extends ActionName>(name: N, input: ActionInput<N>): Promise<ActionAnswer<N>> =>
  (await import('./browser')).performAction(name, input)

/** Asks again for what a row makes stale: after changes that are made without `useAction`, as those of many steps. */
export const refreshAfter = async (client: QueryClient, name: ActionName): Promise<void> =>
  (await import('./browser')).refreshStale(client, name)
