import { foldLine } from '../fold'

/**
 * Legal forms that only organisations have. A civil partnership is named after its partners, and a person's trade name
 * may contain any other word.
 */
const FORMS =
  /\b(spolka (z ograniczona|akcyjna|komandytow\w+|jawna|partnerska|europejska)|prosta spolka akcyjna|sp\. ?z ?o\. ?o|s\.? ?k\. ?a\b|s\. ?a\.|p\. ?s\. ?a\.|sp\. ?[jkp]\b|fundacja|stowarzyszenie|spoldzielnia|gmina|powiat|wojewodztwo|skarb panstwa|gmbh|ltd|llc)/

interface NamedSubject {
  readonly identifier_type: string
  readonly subject_name: string | null
}

/** True only if it is certainly not a natural person: it has a KRS number, or a name with a legal form. */
export const isOrganisation = ({ identifier_type: type, subject_name: name }: NamedSubject): boolean =>
  type !== 'pesel' && name !== null && (type === 'krs' || FORMS.test(foldLine(name)))

const MIN_STEM = 4
/** Endings depend on the grammatical case: `Kowalski`, `Kowalskiego`. */
const stemOf = (word: string): string => word.slice(0, Math.max(MIN_STEM, word.length - 3))

/** Whether a text may mention somebody: it contains a word of the name, in any grammatical case. */
export function mayName(text: string, name: string): boolean {
  const words = foldLine(text).split(/[^a-z]+/)
  const stems = foldLine(name)
    .split(/[^a-z]+/)
    .filter((word) => word.length >= 3)
    .map(stemOf)
  return stems.some((stem) => words.some((word) => word.startsWith(stem)))
}
