/** Pages of a PDF as this project makes them, whose page tree has one level; undefined where none is found. */
export function countPdfPages(bytes: Uint8Array): number | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const count = /\/Type \/Pages\s[^>]*?\/Count (\d+)/.exec(text)?.[1]
  return count === undefined ? undefined : Number(count)
}
