import { mutationOptions, queryOptions } from '@tanstack/react-query'

import type { PanelInput, PanelMutationName, PanelQueryName } from '@/lib/contract/panel-table'
import type { Input, MutationName, QueryName } from '@/lib/contract/table'

/** ['usage', 'summary', input]: invalidate a whole resource with ['usage']. */
export const toQueryKey = <N extends QueryName>(name: N, input: Input<N>) => [...name.split('.'), input] as const

/**
 * The contract and its schemas are a chunk of their own, fetched with the first call: a page whose data came with its HTML
 * needs neither to paint.
 */
const browserCall = async () => (await import('./browser')).call

/** Options for `useQuery`; the server prefetches under the same key. */
export const query = <N extends QueryName>(name: N, input: Input<N>) =>
  queryOptions({
    queryKey: toQueryKey(name, input),
    queryFn: async ({ signal }) => (await browserCall())(name, input, { signal }),
  })

/** Options for `useMutation`. */
export const mutation = <N extends MutationName>(name: N) =>
  mutationOptions({
    mutationKey: name.split('.'),
    mutationFn: async (input: Input<N>) => (await browserCall())(name, input),
  })

/** ['panel', 'audit', 'list', input]: beside the service's resources, so that names may be alike. */
export const toPanelKey = <N extends PanelQueryName>(name: N, input: PanelInput<N>) =>
  ['panel', ...name.split('.'), input] as const

const panelCall = async () => (await import('./browser')).panelCall

/** Options for `useQuery` of the panel's own state. */
export const panelQuery = <N extends PanelQueryName>(name: N, input: PanelInput<N>) =>
  queryOptions({
    queryKey: toPanelKey(name, input),
    queryFn: async ({ signal }) => (await panelCall())(name, input, { signal }),
  })

/** Options for `useMutation` of the panel's own state. */
export const panelMutation = <N extends PanelMutationName>(name: N) =>
  mutationOptions({
    mutationKey: ['panel', ...name.split('.')],
    mutationFn: async (input: PanelInput<N>) => (await panelCall())(name, input),
  })
