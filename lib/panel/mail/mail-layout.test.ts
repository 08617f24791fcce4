import { describe, expect, it } from 'vitest'

import { composeMail } from './mail-layout'

const subjectOf = (subject: string): string =>
  composeMail({ locale: 'pl', subject, headline: '', rows: [], notes: [] }).subject

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

describe('the language of a mail', () => {
  const line = { text: 'Urgent · Ogłoszenie & <wpis> · KRZ', quoted: 'Ogłoszenie & <wpis>' }
  const mailIn = (locale: 'pl' | 'en') =>
    composeMail({ locale, subject: '', headline: '', rows: [['1', ['Budex', line]]], notes: [] })

  it('is stated in its HTML, where an English mail marks what the register wrote in Polish', () => {
    const { body_html: english, body_text: text } = mailIn('en')
    expect(english).toContain('<html lang="en">')
    expect(english).toContain('Urgent · <span lang="pl">Ogłoszenie &amp; &lt;wpis&gt;</span> · KRZ')
    expect(text).toContain('   Urgent · Ogłoszenie & <wpis> · KRZ')
    expect(mailIn('pl').body_html).toContain('<html lang="pl">')
    expect(mailIn('pl').body_html).not.toContain('<span')
  })
})
