import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  // Safe: a stream without an encoding yields buffers.
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}

/**
 * Passes the bytes through, but holds back the last chunk until size and hash are verified: a reader gets the complete,
 * correct file or an error.
 */
export async function* verifiedChunks(
  chunks: AsyncIterable<Uint8Array>,
  expected: { readonly sizeBytes: number; readonly sha256: string },
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256')
  let size = 0
  let previous: Uint8Array | undefined
  for await (const chunk of chunks) {
    hash.update(chunk)
    size += chunk.byteLength
    if (previous !== undefined) yield previous
    previous = chunk
  }
  if (size !== expected.sizeBytes || hash.digest('hex') !== expected.sha256) throw new ChangedFile()
  if (previous !== undefined) yield previous
}

export class ChangedFile extends Error {
  override readonly name = 'ChangedFile'

  constructor() {
    super('The stored file has changed')
  }
}
