/** Longer forms come first, because the name of a partnership with a company contains both. */
const FORMS: readonly [RegExp, string][] = [
  [/SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ/gi, 'sp. z o.o.'],
  [/SPÓŁKA KOMANDYTOWO-AKCYJNA/gi, 'S.K.A.'],
  [/PROSTA SPÓŁKA AKCYJNA/gi, 'P.S.A.'],
  [/SPÓŁKA KOMANDYTOWA/gi, 'sp.k.'],
  [/SPÓŁKA PARTNERSKA/gi, 'sp.p.'],
  [/SPÓŁKA AKCYJNA/gi, 'S.A.'],
  [/SPÓŁKA JAWNA/gi, 'sp.j.'],
  [/SPÓŁKA CYWILNA/gi, 's.c.'],
]

/** Abbreviates the legal form in a registered name; for display only. */
export const shortName = (name: string): string =>
  FORMS.reduce((text, [form, abbreviation]) => text.replace(form, abbreviation), name)
