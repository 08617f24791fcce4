import 'server-only'

export type BoundedBody = {
  readonly stream: ReadableStream<Uint8Array>
  /** True once more bytes came than allowed; the stream has failed then. */
  readonly exceeded: () => boolean
}

/** A body of unknown length, cut as soon as it passes `maxBytes`. */
export function boundBody(body: ReadableStream<Uint8Array>, maxBytes: number): BoundedBody {
  let size = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > maxBytes) controller.error(new Error('The body is too large'))
      else controller.enqueue(chunk)
    },
  })
  return { stream: body.pipeThrough(count), exceeded: () => size > maxBytes }
}

/** The whole body as text; undefined when it passes `maxBytes`. */
export async function readBounded(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string | undefined> {
  const { stream, exceeded } = boundBody(body, maxBytes)
  try {
    return await new Response(stream).text()
  } catch (error) {
    if (exceeded()) return undefined
    throw error
  }
}
