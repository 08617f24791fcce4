import { describe, expect, it } from 'vitest'

import { composeMail } from './mail-layout'

const subjectOf = (subject: string): string =>
  composeMail({ subject, headline: '', rows: [], notes: [], link: undefined, unsubscribe: undefined }).subject

// Case D11 of lib/testing/cases/README.md
describe('the subject of a mail', () => {
  it('is shortened without splitting a character', () => {
    const cut = subjectOf(`${'a'.repeat(198)}👩‍👩‍👧 i jeszcze`)
    expect(cut).toBe(`${'a'.repeat(198)}…`)
  })

  it('is one line, and is not cut if it fits', () => {
    expect(subjectOf('Firma\r\nBcc: x\u2028y')).toBe('Firma Bcc: x y')
    expect(subjectOf('b'.repeat(200))).toBe('b'.repeat(200))
  })
})
