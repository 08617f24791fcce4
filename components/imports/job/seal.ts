/** Encrypts the job stored in the browser, so that it can only be read after signing in. */
export interface JobSeal {
  readonly seal: (value: unknown) => Promise<SealedData>
  /** Undefined if it was encrypted with another key. */
  readonly open: (sealed: SealedData) => Promise<unknown>
}

export interface SealedData {
  readonly nonce: Uint8Array<ArrayBuffer>
  readonly bytes: ArrayBuffer
}

const NONCE_BYTES = 12

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16))

/** AES-256-GCM with the key that came with the page; undefined if the browser offers no cryptography (plain HTTP). */
export async function makeSeal(keyHex: string): Promise<JobSeal | undefined> {
  if (!('subtle' in crypto)) return undefined
  const key = await crypto.subtle.importKey('raw', fromHex(keyHex), 'AES-GCM', false, ['encrypt', 'decrypt'])
  return {
    seal: async (value) => {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const plain = new TextEncoder().encode(JSON.stringify(value))
      return { nonce, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, plain) }
    },
    open: async ({ nonce, bytes }) => {
      try {
        const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, bytes)
        const value: unknown = JSON.parse(new TextDecoder().decode(plain))
        return value
      } catch {
        return undefined
      }
    },
  }
}
