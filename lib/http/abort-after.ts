/**
 * Aborts after `ms`, or with the first of `others`. `AbortSignal.any` references its sources weakly: on Node 20 an
 * `AbortSignal.timeout` among them is garbage collected, and then it never aborts.
 */
export function abortAfter(ms: number, others: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  // The timer references the controller, and so the signal, while it runs.
  setTimeout(() => controller.abort(new DOMException('The time is over', 'TimeoutError')), ms).unref()
  return AbortSignal.any([controller.signal, ...others])
}
