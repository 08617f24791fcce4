import inter from '@/data/pdf-fonts/inter.json'

let decoded: { regular: Buffer; semibold: Buffer } | undefined

/** TrueType files with the Polish letters. */
export function fonts() {
  decoded ??= { regular: Buffer.from(inter.regular, 'base64'), semibold: Buffer.from(inter.semibold, 'base64') }
  return decoded
}
