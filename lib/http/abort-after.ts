/**
 * Aborts after `ms`, or with the first of `others`. `AbortSignal.any` holds its sources weakly: on Node 20 an
 * `AbortSignal.timeout` among them is collected as garbage, and then nothing ever aborts.
 */
export function abortAfter(ms: number, others: readonly AbortSignal[]): AbortSignal {
  const own = new AbortController()
  // The timer holds the controller, and so the signal, for as long as it runs.
  setTimeout(() => own.abort(new DOMException('The time is over', 'TimeoutError')), ms).unref()
  return AbortSignal.any([own.signal, ...others])
}
