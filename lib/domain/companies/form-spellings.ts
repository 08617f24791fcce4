import { foldText } from '../fold'
import { readCompanyQuery } from './company-name'

/** Common spellings of each legal form, by the code of `company-name.ts`. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  zoo: ['spółka z ograniczoną odpowiedzialnością', 'sp. z o.o.', 'sp. z o. o.', 'sp z oo'],
  sa: ['spółka akcyjna', 's.a.'],
  psa: ['prosta spółka akcyjna', 'p.s.a.'],
  ska: ['spółka komandytowo akcyjna', 's.k.a.'],
  sk: ['spółka komandytowa', 'sp. k.', 'sp.k.'],
  sj: ['spółka jawna', 'sp. j.', 'sp.j.'],
  spp: ['spółka partnerska', 'sp. p.', 'sp.p.'],
  sc: ['spółka cywilna', 's.c.'],
  se: ['spółka europejska'],
}

/** Prepended, because a legal form is only recognised after another word. */
const LEAD = 'qqq'

/** The folded query, and the same with its legal form in all other spellings, any of which a text may contain. */
export function formSpellings(q: string): readonly string[] {
  const typed = foldText(q.trim())
  if (typed === '') return []
  const { key, forms, isCompleteForm } = readCompanyQuery(`${LEAD} ${typed}`)
  const [form] = forms
  if (!isCompleteForm || form === undefined) return [typed]
  const rest = key.slice(LEAD.length).trim()
  return [typed, ...(SPELLINGS[form] ?? []).map((spelling) => foldText(`${rest} ${spelling}`.trim()))]
}
