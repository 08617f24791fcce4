import { compareValues } from '@/lib/domain/collections/compare-values'

/** Letters that have no decomposition. */
const LETTERS: Readonly<Record<string, string>> = { ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th' }

/** Longer words are not names; queries are cut in the same way. */
const MAX_WORD = 60

const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`]/gu, '')
    .replace(/[łßæœøđðþ]/g, (letter) => LETTERS[letter] ?? letter)

type NameWords = {
  readonly words: readonly string[]
  /** Letters that were joined to one word: `A-B-C` is `abc`, but is found by `b` as well. */
  readonly letters: readonly string[]
}

const isLetter = (word: string): boolean => /^[a-z]$/.test(word)
/** A letter that may be an initial; `i` and `w` are Polish words. */
const isInitial = (word: string): boolean => /^[a-hj-vx-z]$/.test(word)

/** Joins runs of two or more initials to one word, so that `A. B. C.`, `A-B-C` and `ABC` are the same. */
function joinRuns(words: readonly string[], isJoined: (word: string) => boolean, letters: string[]): string[] {
  const joined: string[] = []
  let run: string[] = []
  const close = () => {
    if (run.length > 1) letters.push(...run)
    if (run.length > 0) joined.push(run.join(''))
    run = []
  }
  for (const word of words) {
    if (isJoined(word)) run.push(word)
    else {
      close()
      joined.push(word)
    }
  }
  close()
  return joined
}

function nameWords(text: string): NameWords {
  const letters: string[] = []
  const pieces = foldLetters(text)
    .split(/\s+/)
    .map((piece) => piece.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''))
    .map((words) => joinRuns(words, isLetter, letters))
  // Only pieces that are single letters are joined: `i S-ka` does not become `is`.
  const lone = new Set<number>()
  const flat: string[] = []
  for (const words of pieces) {
    if (words.length === 1 && isInitial(words[0] ?? '')) lone.add(flat.length)
    flat.push(...words.map((word) => word.slice(0, MAX_WORD)))
  }
  let at = -1
  const words = joinRuns(
    flat,
    () => {
      at += 1
      return lone.has(at)
    },
    letters,
  )
  return { words, letters }
}

/** All spellings of legal forms, folded, by their code. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  zoo: [
    'sp z oo',
    'sp zoo',
    'sp z o o',
    'sp zo o',
    'spzoo',
    'spolka z oo',
    'spolka zoo',
    'spolka z ograniczona odpowiedzialnoscia',
    'sp z ograniczona odpowiedzialnoscia',
    'spolka z ogr odp',
    'sp z ogr odp',
  ],
  sa: ['sa', 'spolka akcyjna'],
  psa: ['psa', 'prosta spolka akcyjna', 'prosta sa'],
  ska: ['ska', 'sp ka', 'spolka komandytowo akcyjna'],
  sk: ['sp k', 'spk', 'sp kom', 'spolka komandytowa'],
  sj: ['sp j', 'spj', 'sj', 'spolka jawna'],
  spp: ['sp p', 'spp', 'spolka partnerska'],
  sc: ['sc', 'spolka cywilna'],
  se: ['spolka europejska'],
}
const PHRASES = Object.entries(FORMS)
  .flatMap(([code, texts]) => texts.map((text) => ({ code, text, words: text.split(' ') })))
  .toSorted((a, b) => b.words.length - a.words.length || compareValues(a.text, b.text))

const phraseAt = (words: readonly string[], at: number): (typeof PHRASES)[number] | undefined =>
  PHRASES.find((phrase) => phrase.words.every((word, index) => words[at + index] === word))

/** Words that may follow the legal form at the end of a name. */
const isEnd = (words: readonly string[]): boolean =>
  words.length === 0 || /^(w (likwidacji|upadlosci|restrukturyzacji)|oddzial)\b/.test(words.join(' '))

type WithoutForms = {
  readonly words: readonly string[]
  readonly codes: readonly string[]
  readonly isDoubtful: boolean
}

/**
 * Removes legal forms from the words. A one-word form counts only if `mayBeForm` accepts the words after it: `psa` in
 * the middle of a name means a dog. A text of nothing but forms is unchanged.
 */
function cutForms(words: readonly string[], mayBeForm: (after: readonly string[]) => boolean): WithoutForms {
  const remaining: string[] = []
  const codes: string[] = []
  let isDoubtful = false
  for (let at = 0; at < words.length;) {
    const phrase = phraseAt(words, at)
    const length = phrase?.words.length ?? 0
    if (phrase && (length > 1 || mayBeForm(words.slice(at + 1)))) {
      codes.push(phrase.code)
      isDoubtful ||= length === 1
      at += length
    } else {
      remaining.push(words[at] ?? '')
      at += 1
    }
  }
  return remaining.length === 0 ? { words, codes: [], isDoubtful: false } : { words: remaining, codes, isDoubtful }
}

export type StoredName = {
  /** Folded, without its legal form. */
  readonly key: string
  /** Words that it is found by, without repetitions. */
  readonly words: string
  /** Code of its legal form; the last one in `sp. z o.o. sp. k.`; empty if the name has none. */
  readonly form: string
}

const endsForms = (after: readonly string[]): boolean => {
  const phrase = phraseAt(after, 0)
  return isEnd(after) || (phrase !== undefined && endsForms(after.slice(phrase.words.length)))
}

export function toStoredName(name: string): StoredName {
  const { words: all, letters } = nameWords(name)
  const { words, codes } = cutForms(all, endsForms)
  return { key: words.join(' '), words: [...new Set([...words, ...letters])].join(' '), form: codes.at(-1) ?? '' }
}

export type CompanyQuery = {
  /** The folded text. */
  readonly typed: string
  /** The same without a legal form, or the beginning of one at its end. */
  readonly key: string
  /** Words of `key`: each must begin a word of the name. */
  readonly words: readonly string[]
  /** Codes of the requested form, or of those that an incomplete text may become; empty when nearly any would fit. */
  readonly forms: readonly string[]
  /**
   * Words that may be (the beginning of) a form, such as `sp`. Either they begin words of the name, or the form
   * matches.
   */
  readonly rest: readonly string[]
  /** Whether `rest` is a whole form and therefore optional: a form affects the ranking but excludes nothing. */
  readonly isCompleteForm: boolean
}

/** Whether each word of a query begins a word of the name, so that the name does not only resemble it. */
export function matchesCompanyName(name: string, q: string): boolean {
  const stored = toStoredName(name).words.split(' ')
  return readCompanyQuery(q).words.every((word) => stored.some((each) => each.startsWith(word)))
}

/** Drops words that are the beginning of other words. */
const withoutPrefixes = (words: readonly string[]): string[] =>
  [...new Set(words)].filter((word, _, all) => !all.some((other) => other !== word && other.startsWith(word)))

export function readCompanyQuery(q: string): CompanyQuery {
  const { words: all } = nameWords(q)
  const typed = all.join(' ')
  const cut = cutForms(all, () => true)
  if (cut.codes.length > 0) {
    const forms = cut.codes.slice(-1)
    const rest = cut.isDoubtful ? withoutPrefixes(all) : []
    return { typed, key: cut.words.join(' '), words: withoutPrefixes(cut.words), forms, rest, isCompleteForm: true }
  }
  const partialForm = partialFormAtEnd(all)
  const words = all.slice(0, all.length - partialForm.length)
  const isLetterAlone = partialForm.length === 1 && isLetter(all.at(-1) ?? '')
  return {
    typed,
    key: words.join(' '),
    words: withoutPrefixes(words),
    // Nearly every legal form begins with one of a few letters.
    forms: isLetterAlone ? [] : partialForm.codes,
    rest: partialForm.length > 0 ? withoutPrefixes(all) : [],
    isCompleteForm: isLetterAlone,
  }
}

/**
 * Number of words at the end that are the beginning of a legal form, and its codes; at least one word remains before
 * them.
 */
function partialFormAtEnd(words: readonly string[]): { length: number; codes: readonly string[] } {
  for (let at = 1; at < words.length; at += 1) {
    const end = words.slice(at).join(' ')
    const codes = PHRASES.filter(({ text }) => text.startsWith(end)).map(({ code }) => code)
    if (codes.length > 0) return { length: words.length - at, codes: [...new Set(codes)] }
  }
  return { length: 0, codes: [] }
}

/** Shorter words are not searched by similarity. */
const MIN_SIMILAR = 3
/** Longer words are not searched by similarity. */
const MAX_SIMILAR = 24

/**
 * The word and its variants with one letter removed. Words that share a variant differ by one omitted, added, replaced
 * or transposed letter. Empty for short words and numbers.
 */
export function variantsOf(word: string): readonly string[] {
  if (word.length < MIN_SIMILAR || word.length > MAX_SIMILAR || !/[a-z]/.test(word)) return []
  return [...new Set([word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))])]
}

const LONG_WORD = 6
const MIN_STEM = 4
/** Most letters of a grammatical ending. */
export const MAX_ENDING = 3

/** The word without an ending of this many letters; short words are unchanged. */
export const stemOf = (word: string, ending: number): string =>
  word.length < LONG_WORD || /\d/.test(word) ? word : word.slice(0, Math.max(MIN_STEM, word.length - ending))
