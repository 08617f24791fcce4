import { Transform } from 'node:stream'

/**
 * Stars instead of the key in bytes that pass by; as many, so that lengths and ranges stay true. Holds back what may be
 * the key's beginning until the next bytes tell.
 */
export function hideKey(apiKey: string): Transform {
  const key = Buffer.from(apiKey)
  let kept = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = Buffer.concat([kept, chunk])
      for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + key.length)) {
        bytes.fill('*', at, at + key.length)
      }
      const end = bytes.length - beginningAtEnd(bytes, key)
      kept = bytes.subarray(end)
      done(null, bytes.subarray(0, end))
    },
    flush(done) {
      done(null, kept)
    },
  })
}

/** How many of the last bytes are the key's first ones. */
function beginningAtEnd(bytes: Buffer, key: Buffer): number {
  let length = Math.min(bytes.length, key.length - 1)
  while (length > 0 && !bytes.subarray(bytes.length - length).equals(key.subarray(0, length))) length -= 1
  return length
}
