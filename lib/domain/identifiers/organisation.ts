import { foldLine } from '../fold'

/**
 * Forms that only an organisation has in its name. A civil partnership is called by its partners, and what a person trades as
 * may have any other word in it.
 */
const FORMS =
  /\b(spolka (z ograniczona|akcyjna|komandytow\w+|jawna|partnerska|europejska)|prosta spolka akcyjna|sp\. ?z ?o\. ?o|s\.? ?k\. ?a\b|s\. ?a\.|p\. ?s\. ?a\.|sp\. ?[jkp]\b|fundacja|stowarzyszenie|spoldzielnia|gmina|powiat|wojewodztwo|skarb panstwa|gmbh|ltd|llc)/

interface Named {
  readonly identifier_type: string
  readonly subject_name: string | null
}

/** True only for what is certainly no natural person: a number of the register of companies, or a name with a legal form. */
export const isOrganisation = ({ identifier_type: type, subject_name: name }: Named): boolean =>
  type !== 'pesel' && name !== null && (type === 'krs' || FORMS.test(foldLine(name)))

const MIN_STEM = 4
/** Endings change with the case: `Kowalski`, `Kowalskiego`. */
const stemOf = (word: string): string => word.slice(0, Math.max(MIN_STEM, word.length - 3))

/** Whether a text may name somebody: a word of the name stands in it, in whatever case. */
export function mayName(text: string, name: string): boolean {
  const words = foldLine(text).split(/[^a-z]+/)
  const stems = foldLine(name)
    .split(/[^a-z]+/)
    .filter((word) => word.length >= 3)
    .map(stemOf)
  return stems.some((stem) => words.some((word) => word.startsWith(stem)))
}
