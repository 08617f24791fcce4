/** Legal forms at the end of names, long and short. */
const FORMS = [
  'spółka z ograniczoną odpowiedzialnością spółka komandytowa',
  'spółka z ograniczoną odpowiedzialnością',
  'spółka komandytowo-akcyjna',
  'spółka komandytowa',
  'prosta spółka akcyjna',
  'spółka akcyjna',
  'spółka jawna',
  'spółka partnerska',
  'spółka cywilna',
  'sp. z o.o. sp. k.',
  'sp. z o.o.',
  'sp. z o. o.',
  's.k.a.',
  'sp. k.',
  'sp.k.',
  'p.s.a.',
  's.a.',
  'sp. j.',
  'sp.j.',
  's.c.',
]
const STATES = [' w likwidacji', ' w upadłości', ' w restrukturyzacji']

/**
 * `ŻARIDAN GEODEZJA` from `ŻARIDAN GEODEZJA SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ`: the part that all registers spell
 * alike.
 */
export function distinctiveName(name: string): string {
  const trimmed = name.trim()
  const withoutState = STATES.reduce(cutEnd, trimmed)
  const form = FORMS.find((each) => withoutState.toLocaleLowerCase('pl').endsWith(` ${each}`))
  const cut = form === undefined ? withoutState : withoutState.slice(0, -form.length - 1)
  return cut.trim() === '' ? trimmed : cut.trim()
}

const cutEnd = (name: string, end: string): string =>
  name.toLocaleLowerCase('pl').endsWith(end) ? name.slice(0, -end.length) : name

const QUOTES = /["'`„”“’‘«»]/gu

/**
 * The distinctive name as search text: quotes differ between registers and are replaced by blanks. A name with a digit
 * is unchanged, because registers search for it literally.
 */
export function searchedName(name: string): string {
  const distinctive = distinctiveName(name)
  if (/\d/.test(distinctive)) return distinctive
  const plain = distinctive.replaceAll(QUOTES, ' ').replaceAll(/\s+/gu, ' ').trim()
  return plain === '' ? distinctive : plain
}
