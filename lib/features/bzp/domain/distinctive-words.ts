import { foldText } from '@/lib/domain/fold'

import { polishStem } from './polish-stem'

/** Folded beginnings of words that are common in all kinds of titles and say nothing about the subject. */
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
/** Words capitalised inside a title are names of places and persons, which other notices do not contain. */
const isName = (word: string, at: number): boolean => at > 0 && /^\p{Lu}\p{Ll}/u.test(word)

/** The words of a title that best describe its subject, as stems in their original order. */
export function distinctiveWords(title: string, maxWords = 3): readonly string[] {
  const words = title.match(/\p{L}+/gu) ?? []
  const distinctive = words.filter((word, at) => {
    const folded = foldText(word)
    return word.length >= MIN_LETTERS && !isName(word, at) && !COMMON.some((common) => folded.startsWith(common))
  })
  const stems = [
    ...new Map(distinctive.map((word) => [foldText(polishStem(word)), polishStem(word).toLowerCase()])).values(),
  ]
  const longest = new Set(stems.toSorted((a, b) => b.length - a.length).slice(0, maxWords))
  return stems.filter((stem) => longest.has(stem))
}
