/**
 * What is read at the pace of the reader; who goes away ends it. `signal` is that of the request: a reader who left before the first byte, or who
 * asked for the headers alone, never cancels, and what is open would stay so.
 */
export function streamOf(bytes: AsyncGenerator<Uint8Array, unknown>, signal?: AbortSignal): ReadableStream<Uint8Array> {
  let isBegun = false
  const next = () => {
    isBegun = true
    return bytes.next()
  }
  const end = async () => {
    // One that was never begun ends without closing what it was given.
    if (!isBegun) await next()
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
