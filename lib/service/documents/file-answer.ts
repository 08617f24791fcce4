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

/** RFC 6266: a plain name for everybody, and the whole one beside it where they differ. */
function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll(/[^\w.-]+/g, '-')
  if (plain === name) return `attachment; filename="${plain}"`
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
