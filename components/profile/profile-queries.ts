/** Prefetched on the server and read in the browser under the same key. */
export const profilePanelQueries = [
  ['profile.read', {}],
  ['sessions.list', {}],
] as const
