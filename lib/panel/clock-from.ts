/** A clock that goes on from an instant, for work that outlasts the request in which it began. */
export function clockFrom(since: Date): () => Date {
  const startedAt = performance.now()
  return () => new Date(since.getTime() + performance.now() - startedAt)
}
