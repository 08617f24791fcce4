import { describe, expect, it } from 'vitest'

import { checkKrzSignature, checkMsigSignature } from './krz-signatures'

describe('checkKrzSignature', () => {
  it.each([
    ['WA1M/GUp/123/2024', 'WA1M/GUp/123/2024'],
    ['wa1m/gup/123/2024', 'WA1M/GUp/123/2024'],
    ['KR1S / GUP-S / 9002 / 2026', 'KR1S/GUp-s/9002/2026'],
    ['ki1l/GU/9003/2026', 'KI1L/GU/9003/2026'],
    ['WA2M/grz-NU/1/2022', 'WA2M/GRz-nu/1/2022'],
    ['WA1M/GUp-sk-zw/55/2023', 'WA1M/GUp-sk-Zw/55/2023'],
    ['WA1M/GUp\u2011s/5/2023', 'WA1M/GUp-s/5/2023'],
  ])('%j → %s', (raw, value) => {
    expect(checkKrzSignature(raw)).toEqual({ ok: true, value })
  })

  it.each([
    'WA1M/XX/1/2024',
    'WA1M/GUp/1234567/2024',
    'WA1M/GUp/1/24',
    'WAM/GUp/1/2024',
    'IX GU 9001/13',
    'WA1M GUp 1 2024',
  ])('rejects %j', (raw) => expect(checkKrzSignature(raw)).toEqual({ ok: false, error: 'format', suggestion: null }))

  it('suggests the letter for a digit that looks like it', () => {
    expect(checkKrzSignature('KR15/gup/9001/2026')).toEqual({
      ok: false,
      error: 'format',
      suggestion: 'KR1S/GUp/9001/2026',
    })
  })

  it('reports an empty field as empty', () => {
    expect(checkKrzSignature(' ')).toEqual({ ok: false, error: 'empty', suggestion: null })
  })
})

describe('checkMsigSignature', () => {
  it.each([
    ['ix gu 9001/13', 'IX GU 9001/13'],
    ['VIII  GR 9002/21', 'VIII GR 9002/21'],
    ['VI grs 9003/20', 'VI GRs 9003/20'],
    ['I Ns 9003/26', 'I Ns 9003/26'],
    ['wa.xii ns-rej.krs/70057/24/475', 'WA.XII NS-REJ.KRS/70057/24/475'],
  ])('%j → %s', (raw, value) => {
    expect(checkMsigSignature(raw)).toEqual({ ok: true, value })
  })

  it.each(['9 GU 9001/13', 'IX GU 9001/2013', 'IX XX 9001/13', 'WA.XII KRS/70057/24/475', 'WA1M/GUp/1/2024'])(
    'rejects %j',
    (raw) => expect(checkMsigSignature(raw).ok).toBe(false),
  )
})
