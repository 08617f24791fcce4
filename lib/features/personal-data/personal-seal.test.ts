import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { writeSealed } from '@/lib/domain/identifiers/sealed-value'

import { mayHoldSealed, openSealed, sealerFor } from './personal-seal'

const PESEL = '44051401359'
const SECRET = 'a secret of the panel that is long enough'
const sealer = sealerFor(SECRET, 'account')
const sealed = (text: string, sealWith = sealer) => writeSealed({ token: sealWith.seal(text), shown: '44•••••••59' })

describe('a seal', () => {
  it('opens to the text, does not reveal it, and is the same for the same text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
        expect(sealer.open(sealer.seal(text))).toBe(text)
      }),
    )
    expect(sealer.seal(PESEL)).toBe(sealerFor(SECRET, 'account').seal(PESEL))
    expect(sealer.seal(PESEL)).not.toBe(sealer.seal('44051401358'))
    expect(Buffer.from(sealer.seal(PESEL), 'base64url').toString('latin1')).not.toContain(PESEL)
  })

  it('does not open for another account, with another secret, or after a change', () => {
    const token = sealer.seal(PESEL)
    expect(sealerFor(SECRET, 'other').open(token)).toBeUndefined()
    expect(sealerFor(`${SECRET}!`, 'account').open(token)).toBeUndefined()
    const bytes = Buffer.from(token, 'base64url')
    for (const at of [0, 15, 16, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(sealer.open(changed.toString('base64url')), String(at)).toBeUndefined()
    }
    expect(sealer.open('')).toBeUndefined()
    expect(sealer.open('A'.repeat(20))).toBeUndefined()
  })
})

describe('input from a browser', () => {
  it('has its seals opened at any depth and is otherwise unchanged', () => {
    const body = {
      name: 'Osoby',
      content: { pesel: [sealed(PESEL), '72831500114'], nip: ['5261040828'] },
      n: 1,
      no: null,
    }
    expect(openSealed(body, sealer)).toEqual({
      value: { ...body, content: { pesel: [PESEL, '72831500114'], nip: ['5261040828'] } },
      faults: [],
    })
  })

  it('is rejected at the path of a mask without a seal or a seal of another account', () => {
    const body = { label: 'dług 44•••••••59', content: { pesel: [PESEL, sealed(PESEL, sealerFor(SECRET, 'other'))] } }
    const { faults } = openSealed(body, sealer)
    expect(faults.map(({ path }) => path)).toEqual([['label'], ['content', 'pesel', 1]])
  })

  it('is checked only if it can contain a seal or a mask', () => {
    for (const value of [sealed(PESEL), '44•••••••59']) expect(mayHoldSealed(JSON.stringify([value]))).toBe(true)
    expect(mayHoldSealed('"44\\u2022\\u2022"')).toBe(true)
    expect(mayHoldSealed('{"q":"44051401359"}')).toBe(false)
  })
})
