import { listenHttp } from '@/lib/service/http-server'
import type { Service } from '@/lib/service/service'

type Watch = {
  /** Chunks that may be produced; before the next one the server waits until the reader has disconnected. */
  readonly most: number
  readonly notify: (chunks: number) => void
}

/** A server for one reader that will disconnect: `hungUp` is how many chunks were produced by then. */
export async function openWatchedServer(service: Service, { most }: Pick<Watch, 'most'>) {
  let tell: Watch['notify'] = () => undefined
  const hungUp = new Promise<number>((resolve) => {
    tell = resolve
  })
  const handle = async (request: Request) => watched(await service.handle(request), { most, notify: tell })
  const door = await listenHttp({ ...service, handle }, { host: '127.0.0.1', port: 0 })
  return { url: `http://127.0.0.1:${door.port}`, hungUp, close: () => door.close() }
}

/** Forwards chunks on demand. The disconnection is forwarded when the current chunk is complete, so none is missed. */
function watched(response: Response, { most, notify }: Watch): Response {
  const reader = response.body?.getReader()
  if (!reader) return response
  let chunks = 0
  let making: Promise<unknown> = Promise.resolve()
  let isGone = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        // Never resolves: the reader ends the stream.
        if (chunks === most) return new Promise(() => undefined)
        const read = reader.read()
        making = read
        const { value } = await read
        chunks += 1
        if (value && !isGone) controller.enqueue(value)
      },
      cancel: async () => {
        isGone = true
        await making
        await reader.cancel()
        notify(chunks)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status: response.status, headers: response.headers })
}
