/** Who takes nothing for so long holds a place for nothing. */
const IDLE_MS = 60_000

/**
 * Lines as they are made, one for each time that the reader has room. The first is made before there is an answer, so that what refuses
 * it has its own status. Whoever leaves, or takes nothing for a minute, ends the making.
 */
export async function ndjsonAnswer(lines: AsyncGenerator, signal: AbortSignal): Promise<Response> {
  const encoder = new TextEncoder()
  const toBytes = (line: unknown) => encoder.encode(`${JSON.stringify(line)}\n`)
  let waiting: IteratorResult<unknown> | undefined = await lines.next()
  let idle: NodeJS.Timeout | undefined
  const end = async () => {
    clearTimeout(idle)
    await lines.return(undefined)
  }
  const leave = () => void end().catch(() => undefined)
  // Who left while the first line was made never reads, and so never cancels.
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        clearTimeout(idle)
        const next = waiting ?? (await lines.next())
        waiting = undefined
        if (next.done === true) return controller.close()
        controller.enqueue(toBytes(next.value))
        idle = setTimeout(() => {
          controller.error(new Error('Nobody takes the rows'))
          void lines.return(undefined)
        }, IDLE_MS).unref()
        return undefined
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
  // As text, which Next compresses on the way; the type's usual name it does not know.
  const headers = { 'content-type': 'text/x-ndjson; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(body, { headers })
}
