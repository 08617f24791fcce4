import { setImmediate } from 'node:timers/promises'

import { Zip, ZipDeflate } from 'fflate'

export type ZipEntry = {
  readonly name: string
  readonly modified: Date
  /** Asked for when its turn comes. */
  readonly bytes: () => Uint8Array | Promise<Uint8Array>
}

/** A ZIP file that is made at the pace of its reader, entry by entry. A reader that leaves ends the work. */
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

/** Others have their turn between its pieces. */
async function add(zip: Zip, { name, modified, bytes }: ZipEntry): Promise<void> {
  const whole = await bytes()
  const file = new ZipDeflate(name, { level: 9 })
  file.mtime = modified
  zip.add(file)
  for (let from = 0; from < whole.length; from += PIECE_BYTES) {
    file.push(whole.subarray(from, from + PIECE_BYTES))
    await setImmediate()
  }
  file.push(new Uint8Array(), true)
}

/** A ZIP file with these in their order. The same files and the same instant give the same bytes. */
export async function zipOf(files: ReadonlyMap<string, Uint8Array>, at: Date): Promise<Uint8Array> {
  const entries = [...files].map(([name, bytes]): ZipEntry => ({ name, modified: at, bytes: () => bytes }))
  return new Uint8Array(await new Response(zipStream(entries)).arrayBuffer())
}
