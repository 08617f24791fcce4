import { foldText } from '@/lib/domain/fold'

import { polishStem } from './polish-stem'

/** Beginnings of words, folded, that stand in titles of all kinds and tell nothing of what is bought. */
const COMMON = `
  budow rozbudow przebudow remont moderniz wykonan wykonyw dostaw zakup uslug robot swiadczeni opracowan
  realizacj zadani zamowieni projekt prac obiekt teren potrzeb gmin powiat miast miejscowosc wojewod ulic budynk
  przy oraz ramach wraz dla latach roku rok czesc etap nazw ogloszen postepowan przetarg sukcesywn komplekso
  polsk publiczn zarzad wskazan poprzez polegajac zakresie zakres celu jednostk system nowe nowy nowa drugi
  pierwsz rozn inny inne wszystk
`
  .trim()
  .split(/\s+/)
const MIN_LETTERS = 5
/** Written with a capital inside a title: names of places and persons, which no other notice has. */
const isName = (word: string, at: number): boolean => at > 0 && /^\p{Lu}\p{Ll}/u.test(word)

/** The words of a title that say most of what it is about, as stems, in their order. */
export function tellingWords(title: string, most = 3): readonly string[] {
  const words = title.match(/\p{L}+/gu) ?? []
  const telling = words.filter((word, at) => {
    const folded = foldText(word)
    return word.length >= MIN_LETTERS && !isName(word, at) && !COMMON.some((common) => folded.startsWith(common))
  })
  const stems = [
    ...new Map(telling.map((word) => [foldText(polishStem(word)), polishStem(word).toLowerCase()])).values(),
  ]
  const longest = new Set(stems.toSorted((a, b) => b.length - a.length).slice(0, most))
  return stems.filter((stem) => longest.has(stem))
}
