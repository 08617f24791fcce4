import 'server-only'
import { DEFAULT_MAX_BODY_BYTES, type Operation } from '@/lib/contract/operation'
import { bodyNotJson, bodyTooLarge } from '@/lib/http/errors'
import { seesPersonalData } from '@/lib/http/mask-personal'
import { mediaType, readBodyText } from '@/lib/http/read-input'

import { getRuntime } from '../runtime'
import type { PanelSession } from '../session'
import { openBody } from './open-body'
import { requireNoPersonIn } from './service-url'

const maxBytesOf = (operation: Operation): number => operation.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES

/** Throws 413 and 415, as far as the headers allow. */
export function requireJsonBody(operation: Operation, request: Request): void {
  if (!operation.body) return
  const limit = maxBytesOf(operation)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw bodyTooLarge(limit)
  if (request.body !== null && mediaType(request) !== 'application/json') throw bodyNotJson()
}

export type ForwardedBody = {
  /** The JSON of a write; undefined for a body that is forwarded unread. */
  readonly text: string | undefined
  readonly init: { readonly body?: string | ReadableStream<Uint8Array>; readonly duplex?: 'half' }
  /** Call after sending: throws 413 when more came than allowed. */
  requireBounded(): void
}

const noCheck = () => undefined

const mustReadWhole = ({ execution, takesSealed }: Operation, { user }: PanelSession): boolean =>
  execution === 'writes' || (takesSealed === true && seesPersonalData(user.role))

/**
 * A write is read whole, because its masked values are decrypted and the change is recorded. A read's body is streamed,
 * except when it may hold encrypted values.
 */
export async function bodyToForward(
  operation: Operation,
  request: Request,
  session: PanelSession,
): Promise<ForwardedBody> {
  const limit = maxBytesOf(operation)
  if (mustReadWhole(operation, session)) {
    const text = openBody(operation.body ? await readBodyText(request, limit) : '', session)
    return { text, init: text === '' ? {} : { body: text }, requireBounded: noCheck }
  }
  const body = operation.body ? request.body : null
  if (body !== null && !seesPersonalData(session.user.role)) {
    const text = await readBodyText(request, limit)
    requireNoPersonIn(text, session)
    return { text: undefined, init: { body: text }, requireBounded: noCheck }
  }
  if (body === null) return { text: undefined, init: {}, requireBounded: noCheck }
  // Node limits a body by its Content-Length; one of unknown length is counted here, or by the embedded service.
  const isCounted = getRuntime().service !== undefined || request.headers.has('content-length')
  if (isCounted) return { text: undefined, init: { body, duplex: 'half' }, requireBounded: noCheck }
  const { stream, exceeded } = boundBody(body, limit)
  const requireBounded = () => {
    if (exceeded()) throw bodyTooLarge(limit)
  }
  return { text: undefined, init: { body: stream, duplex: 'half' }, requireBounded }
}

type BoundedBody = {
  readonly stream: ReadableStream<Uint8Array>
  /** True once more bytes came than allowed; the stream has failed then. */
  readonly exceeded: () => boolean
}

/** A body of unknown length, cut off as soon as it exceeds `maxBytes`. */
function boundBody(body: ReadableStream<Uint8Array>, maxBytes: number): BoundedBody {
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
