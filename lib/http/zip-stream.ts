import { setImmediate } from 'node:timers/promises'

import { Zip, ZipDeflate } from 'fflate'

export type ZipEntry = {
  readonly name: string
  readonly modified: Date
  /** Called when the entry is reached. */
  readonly bytes: () => Uint8Array | Promise<Uint8Array>
}

/** A ZIP file that is generated entry by entry at the reader's pace. If the reader cancels, generation stops. */
export function zipStream(entries: readonly ZipEntry[]): ReadableStream<Uint8Array> {
  const waiting = entries.values()
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { value: entry, done } = waiting.next()
        if (done) zip.end()
        else await add(zip, entry)
        for (const chunk of chunks.splice(0)) controller.enqueue(chunk)
        if (done) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

const PIECE_BYTES = 64 * 1024

/** Yields to other requests between the pieces. */
async function add(zip: Zip, { name, modified, bytes }: ZipEntry): Promise<void> {
  const content = await bytes()
  const file = new ZipDeflate(name, { level: 9 })
  file.mtime = modified
  zip.add(file)
  for (let from = 0; from < content.length; from += PIECE_BYTES) {
    file.push(content.subarray(from, from + PIECE_BYTES))
    await setImmediate()
  }
  file.push(new Uint8Array(), true)
}

/** A ZIP file of these files in order. The same files and instant give the same bytes. */
export async function zipOf(files: ReadonlyMap<string, Uint8Array>, at: Date): Promise<Uint8Array> {
  const entries = [...files].map(([name, bytes]): ZipEntry => ({ name, modified: at, bytes: () => bytes }))
  return new Uint8Array(await new Response(zipStream(entries)).arrayBuffer())
}
