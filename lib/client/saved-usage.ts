import { dehydrate, type DehydratedState, hydrate, type Query, type QueryClient } from '@tanstack/react-query'

/**
 * Saves the last usage figures of this tab, for a reload while the service does not answer. They belong to one user and
 * are in the tab's session storage; other answers are not saved, because they may name persons.
 */
const KEY = 'kept-usage'

type SavedUsage = { readonly owner: string; readonly state: DehydratedState }

const isUsage = ({ queryKey, state }: Query): boolean => queryKey[0] === 'usage' && state.data !== undefined

/** Update times (epoch ms) of restored data, by which a view recognises that they are old. */
const restored = new Set<number>()
export const isRestored = (updatedAt: number): boolean => restored.has(updatedAt)

/** `owner`: the user whose figures they are. */
export function saveUsage(client: QueryClient, owner: string): void {
  const state = dehydrate(client, { shouldDehydrateQuery: isUsage, shouldDehydrateMutation: () => false })
  if (state.queries.length === 0) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ owner, state } satisfies SavedUsage))
  } catch {
    // Storage may be full or forbidden; nothing can be restored then.
  }
}

/** Saved answers to queries that the page needs and has no data for. */
function missingQueries(client: QueryClient, owner: string): DehydratedState['queries'] {
  try {
    // Safe: this panel wrote it; any other shape is caught.
    const saved = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as SavedUsage | null
    if (saved?.owner !== owner) return []
    return saved.state.queries.filter(({ queryHash }) => {
      const query = client.getQueryCache().get(queryHash)
      return query?.isActive() === true && query.state.data === undefined
    })
  } catch {
    return []
  }
}

/** Epoch ms of the oldest figures that could be shown; undefined when there are none. */
export function savedUsageSince(client: QueryClient, owner: string): number | undefined {
  const times = missingQueries(client, owner).map(({ state }) => state.dataUpdatedAt)
  return times.length === 0 ? undefined : Math.min(...times)
}

export function restoreUsage(client: QueryClient, owner: string): void {
  const queries = missingQueries(client, owner)
  for (const { state } of queries) restored.add(state.dataUpdatedAt)
  hydrate(client, { queries, mutations: [] })
}
