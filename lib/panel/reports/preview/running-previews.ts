import { HttpError } from '@/lib/http/errors'

/** Of one account in one process: each reads a file and holds a way to the service. */
const MAX_RUNNING = 8

const running = new Map<string, number>()

/** Takes a place among the previews of the account; gives it back when called. Throws 429 `too_many_calls` when all are taken. */
export function takePreviewTurn(accountId: string): () => void {
  const now = running.get(accountId) ?? 0
  if (now >= MAX_RUNNING) {
    const headers = { 'retry-after': '2' }
    throw new HttpError('too_many_calls', 'Too many previews are open; close one and try again', { headers })
  }
  running.set(accountId, now + 1)
  let isTaken = true
  return () => {
    if (!isTaken) return
    isTaken = false
    const left = (running.get(accountId) ?? 1) - 1
    if (left > 0) running.set(accountId, left)
    else running.delete(accountId)
  }
}
