import { listenHttp } from '@/lib/service/http-server'
import type { Service } from '@/lib/service/service'

type Watch = {
  /** Chunks that may be produced; before the next one the server waits until the reader has disconnected. */
  readonly maxChunks: number
  readonly notify: (chunks: number) => void
}

/** A server for one reader that will disconnect: `hungUp` is how many chunks were produced by then. */
export async function openWatchedServer(service: Service, { maxChunks }: Pick<Watch, 'maxChunks'>) {
  let resolveHungUp: Watch['notify'] = () => undefined
  const chunksAtDisconnect = new Promise<number>((resolve) => {
    resolveHungUp = resolve
  })
  const handle = async (request: Request) =>
    watchResponse(await service.handle(request), { maxChunks, notify: resolveHungUp })
  const httpServer = await listenHttp({ ...service, handle }, { host: '127.0.0.1', port: 0 })
  return { url: `http://127.0.0.1:${httpServer.port}`, hungUp: chunksAtDisconnect, close: () => httpServer.close() }
}

/** Forwards chunks on demand. The disconnection is forwarded when the current chunk is complete, so none is missed. */
function watchResponse(response: Response, { maxChunks, notify }: Watch): Response {
  const reader = response.body?.getReader()
  if (!reader) return response
  let chunks = 0
  let pendingRead: Promise<unknown> = Promise.resolve()
  let isDisconnected = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        // Never resolves: the reader ends the stream.
        if (chunks === maxChunks) return new Promise(() => undefined)
        const read = reader.read()
        pendingRead = read
        const { value } = await read
        chunks += 1
        if (value && !isDisconnected) controller.enqueue(value)
      },
      cancel: async () => {
        isDisconnected = true
        await pendingRead
        await reader.cancel()
        notify(chunks)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status: response.status, headers: response.headers })
}
