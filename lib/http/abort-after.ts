/**
 * Aborts after `ms`, or with the first of `others`. `AbortSignal.any` references its sources weakly: on Node 20 an
 * `AbortSignal.timeout` among them is garbage collected, and then it never aborts.
 */
export function abortAfter(ms: number, others: readonly AbortSignal[]): AbortSignal {
  const own = new AbortController()
  // The timer references the controller, and so the signal, while it runs.
  setTimeout(() => own.abort(new DOMException('The time is over', 'TimeoutError')), ms).unref()
  return AbortSignal.any([own.signal, ...others])
}
