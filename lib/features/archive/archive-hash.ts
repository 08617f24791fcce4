import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** SHA-256 in hex, read as a stream. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  // Sound: without an encoding a stream gives buffers.
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}

/**
 * The bytes as they come, the last of them held back until the whole is known to be what was stored: whoever reads it gets it
 * whole and right, or an error. Throws where size or hash differ.
 */
export async function* verified(
  chunks: AsyncIterable<Uint8Array>,
  expected: { readonly sizeBytes: number; readonly sha256: string },
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256')
  let size = 0
  let held: Uint8Array | undefined
  for await (const chunk of chunks) {
    hash.update(chunk)
    size += chunk.byteLength
    if (held !== undefined) yield held
    held = chunk
  }
  if (size !== expected.sizeBytes || hash.digest('hex') !== expected.sha256) throw new ChangedFile()
  if (held !== undefined) yield held
}

/** What lies in the place is not what was stored. */
export class ChangedFile extends Error {
  override readonly name = 'ChangedFile'

  constructor() {
    super('The stored file is not what it was')
  }
}
