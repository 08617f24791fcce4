import { describe, expect, it } from 'vitest'

import { csvLine } from '@/lib/domain/files/csv'
import { stripBidiControls } from '@/lib/domain/format/plain-direction'
import { maskPersonal } from '@/lib/http/mask-personal'

import { composeMail } from './mail-layout'

// Displays as "Spółka exe.zo.o" in a program that applies direction marks.
const marked = 'Spółka \u202Eo.o.z\u202C \u2066x\u2069 \u200Fy\u061C'
const plain = 'Spółka o.o.z x y'

describe('a name with direction marks', () => {
  it('is shown without them, and right-to-left letters are kept', () => {
    expect(stripBidiControls(marked)).toBe(plain)
    expect(stripBidiControls('חברה בע״מ')).toBe('חברה בע״מ')
    expect(stripBidiControls('👩‍🚀 a\u00ADb\u200Bc')).toBe('👩‍🚀 a\u00ADb\u200Bc')
  })

  it('is shown without them in answers, mails and files', () => {
    expect(maskPersonal({ items: [{ name: marked, tags: [marked] }] })).toEqual({
      items: [{ name: plain, tags: [plain] }],
    })
    const facts = {
      locale: 'en' as const,
      headline: marked,
      notes: [marked],
      link: { text: marked, url: 'https://a.example' },
    }
    const mail = composeMail({ ...facts, subject: marked, rows: [['A', [marked, marked]]], unsubscribe: undefined })
    for (const part of Object.values(mail)) {
      expect(part).toContain(plain)
      expect(part).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200F\u061C]/)
    }
    expect(csvLine([marked])).toBe(`${plain}\r\n`)
    // A leading direction mark does not hide a formula.
    expect(csvLine(['\u200E=1+1'])).toBe("'=1+1\r\n")
  })
})
