import { dehydrate, type DehydratedState, hydrate, type Query, type QueryClient } from '@tanstack/react-query'

/**
 * The last figures of usage that this tab has seen, for when the service does not answer after a reload. Of one user, in
 * the tab's own storage; nothing else is kept, as it may name persons.
 */
const KEY = 'kept-usage'

type Kept = { readonly owner: string; readonly state: DehydratedState }

const isUsage = ({ queryKey, state }: Query): boolean => queryKey[0] === 'usage' && state.data !== undefined

/** Epoch ms of the data that were put back, by which a view knows that they are from before. */
const restored = new Set<number>()
export const isRestored = (updatedAt: number): boolean => restored.has(updatedAt)

/** `owner`: whose figures they are. */
export function keepAnswers(client: QueryClient, owner: string): void {
  const state = dehydrate(client, { shouldDehydrateQuery: isUsage, shouldDehydrateMutation: () => false })
  if (state.queries.length === 0) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ owner, state } satisfies Kept))
  } catch {
    // Full or forbidden: then there is nothing to go back to.
  }
}

/** The kept answers to what the page asks for now and has nothing of. */
function missing(client: QueryClient, owner: string): DehydratedState['queries'] {
  try {
    // Guarantee: written above, by this panel; what is not of that shape is caught.
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null
    if (kept?.owner !== owner) return []
    return kept.state.queries.filter(({ queryHash }) => {
      const query = client.getQueryCache().get(queryHash)
      return query?.isActive() === true && query.state.data === undefined
    })
  } catch {
    return []
  }
}

/** Epoch ms of the oldest figures that could be shown; undefined when there are none. */
export function keptSince(client: QueryClient, owner: string): number | undefined {
  const times = missing(client, owner).map(({ state }) => state.dataUpdatedAt)
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Shows them until the service answers. */
export function restoreAnswers(client: QueryClient, owner: string): void {
  const queries = missing(client, owner)
  for (const { state } of queries) restored.add(state.dataUpdatedAt)
  hydrate(client, { queries, mutations: [] })
}
