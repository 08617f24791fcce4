/** Longer forms first: a partnership of a company carries both. */
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

/** A register's name with its legal form abbreviated, as people write it; only for showing. */
export const shortName = (name: string): string =>
  FORMS.reduce((text, [form, abbreviation]) => text.replace(form, abbreviation), name)
