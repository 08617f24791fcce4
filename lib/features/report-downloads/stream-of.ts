/**
 * Adapts a generator to a stream that reads at the pace of the client and ends when the client leaves. `signal` is that
 * of the request: a client that left before the first byte, or requested only the headers, never cancels the stream,
 * which would leave resources open.
 */
export function streamOf(bytes: AsyncGenerator<Uint8Array, unknown>, signal?: AbortSignal): ReadableStream<Uint8Array> {
  let hasStarted = false
  const next = () => {
    hasStarted = true
    return bytes.next()
  }
  const end = async () => {
    // A generator that was never started ends without closing the resources that it was given.
    if (!hasStarted) await next()
    await bytes.return(undefined)
  }
  const leave = () => void end().catch(() => undefined)
  if (signal?.aborted) leave()
  else signal?.addEventListener('abort', leave, { once: true })
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
