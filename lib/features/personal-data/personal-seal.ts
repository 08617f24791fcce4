import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import { readSealed } from '@/lib/domain/identifiers/sealed-value'

const INFO = 'registers-panel personal number'
const IV_BYTES = 16

/** Seals values of one account. A token of another account, or sealed with another secret, cannot be opened. */
export type Sealer = {
  /** The same text gives the same token, so that equal values can be recognised. */
  readonly seal: (text: string) => string
  readonly open: (token: string) => string | undefined
}

/**
 * Deterministic authenticated encryption similar to SIV: the nonce is an HMAC of the text and is verified when the
 * token is opened. Both keys are derived from the panel's secret and the account.
 */
export function sealerFor(secret: string, accountId: string): Sealer {
  const keys = Buffer.from(hkdfSync('sha256', secret, accountId, INFO, 64))
  const [macKey, key] = [keys.subarray(0, 32), keys.subarray(32)]
  const ivOf = (text: string) => createHmac('sha256', macKey).update(text).digest().subarray(0, IV_BYTES)
  return {
    seal: (text) => {
      const iv = ivOf(text)
      const cipher = createCipheriv('aes-256-ctr', key, iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]).toString('base64url')
    },
    open: (token) => {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length <= IV_BYTES) return undefined
      const iv = bytes.subarray(0, IV_BYTES)
      const decipher = createDecipheriv('aes-256-ctr', key, iv)
      const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES)), decipher.final()]).toString('utf8')
      return timingSafeEqual(ivOf(text), iv) ? text : undefined
    },
  }
}

/** A mask without its token does not identify the number. */
const BARE_MASK = /\d\d•{7}\d\d|^•{4,}$/

export type OpenFault = { readonly path: readonly (string | number)[]; readonly message: string }

/**
 * Restores masked texts that a browser sends back: a sealed value becomes its original text. A token that cannot be
 * opened, and a mask without a token, is reported as an error at its position, because saving it would overwrite a
 * number with a mask.
 */
export function openSealed(value: unknown, { open }: Sealer): { value: unknown; faults: readonly OpenFault[] } {
  const faults: OpenFault[] = []
  const openText = (text: string, path: OpenFault['path']): string => {
    const sealed = readSealed(text)
    const opened = sealed && open(sealed.token)
    if (opened !== undefined) return opened
    if (sealed) faults.push({ path, message: 'This masked value is not one of this account' })
    else if (BARE_MASK.test(text)) faults.push({ path, message: 'A masked number cannot be saved; reveal it first' })
    return text
  }
  const walk = (each: unknown, path: OpenFault['path']): unknown => {
    if (typeof each === 'string') return openText(each, path)
    if (Array.isArray(each)) return each.map((item, index) => walk(item, [...path, index]))
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([key, field]) => [key, walk(field, [...path, key])]))
  }
  return { value: walk(value, []), faults }
}

/** Whether a body can contain anything that `openSealed` handles, without parsing it. */
export const mayHoldSealed = (json: string): boolean => /sealed:|•|\\u2022/i.test(json)
