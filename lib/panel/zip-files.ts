import { Zip, ZipDeflate } from 'fflate'

import { type DrawingSteps, runInSlices } from '@/lib/pdf/slices'

const PIECE_BYTES = 64 * 1024

/** A ZIP file with these in their order. The same files and the same instant give the same bytes. */
export async function zipOf(files: ReadonlyMap<string, Uint8Array>, at: Date): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  await runInSlices(addAll(zip, files, at))
  zip.end()
  return new Uint8Array(Buffer.concat(chunks))
}

function* addAll(zip: Zip, files: ReadonlyMap<string, Uint8Array>, at: Date): DrawingSteps {
  for (const [name, bytes] of files) {
    const file = new ZipDeflate(name, { level: 9 })
    file.mtime = at
    zip.add(file)
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      file.push(bytes.subarray(from, from + PIECE_BYTES))
      yield
    }
    file.push(new Uint8Array(), true)
  }
}
