import { attachment } from '@/lib/http/attachment'

type File = {
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  readonly type: 'application/pdf' | 'application/xml' | 'application/zip'
  /** What it is saved as; may hold anything. */
  readonly name: string
}

/** The bytes as a download, with their length where it is known before the last one. */
export function fileAnswer({ body, type, name }: File): Response {
  const headers: Record<string, string> = { 'content-type': type, 'content-disposition': attachment(name) }
  if (body instanceof Uint8Array) headers['content-length'] = String(body.byteLength)
  return new Response(body, { headers })
}
