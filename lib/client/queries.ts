import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'

import type { ActionName } from '@/lib/client/stale'
import type { Input, QueryName } from '@/lib/contract/table'
import type { PanelInput, PanelMutationName, PanelQueryName } from '@/lib/features/contract'

import type { ActionAnswer, ActionInput, call, panelCall } from './browser'

/** ['usage', 'summary', input]: ['usage'] invalidates the whole resource. */
export const toQueryKey = <N extends QueryName>(name: N, input: Input<N>) => [...name.split('.'), input] as const

/**
 * The contract and its schemas are a separate chunk, loaded with the first call: a page whose data came with its HTML
 * does not need them to paint.
 */
export const lazyCall: typeof call = async (name, input, options) =>
  (await import('./browser')).call(name, input, options)

/** The same for panel operations. */
export const lazyPanelCall: typeof panelCall = async (name, input, options) =>
  (await import('./browser')).panelCall(name, input, options)

/** Options for `useQuery`; the server prefetches under the same key. */
export const query = <N extends QueryName>(name: N, input: Input<N>) =>
  queryOptions({
    queryKey: toQueryKey(name, input),
    queryFn: ({ signal }) => lazyCall(name, input, { signal }),
  })

/** ['panel', 'audit', 'list', input]: prefixed, because a service resource may have the same name. */
export const toPanelKey = <N extends PanelQueryName>(name: N, input: PanelInput<N>) =>
  ['panel', ...name.split('.'), input] as const

/** Options for `useQuery` of a panel operation. */
export const panelQuery = <N extends PanelQueryName>(name: N, input: PanelInput<N>) =>
  queryOptions({
    queryKey: toPanelKey(name, input),
    queryFn: ({ signal }) => lazyPanelCall(name, input, { signal }),
  })

/** Options for `useMutation` of a panel operation, for cases that `useAction` does not cover. */
export const panelMutation = <N extends PanelMutationName>(name: N) =>
  mutationOptions({
    mutationKey: ['panel', ...name.split('.')],
    mutationFn: (input: PanelInput<N>) => lazyPanelCall(name, input),
  })

/**
 * Runs an operation that changes something; components use `useAction`, which adds messages, waiting and refreshing.
 */
export const act = async <N extends ActionName>(name: N, input: ActionInput<N>): Promise<ActionAnswer<N>> =>
  (await import('./browser')).performAction(name, input)

/** Refetches what an operation invalidates, after changes made without `useAction`, such as those of many steps. */
export const refreshAfter = async (client: QueryClient, name: ActionName): Promise<void> =>
  (await import('./browser')).refreshStale(client, name)
