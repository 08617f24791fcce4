import type { Suggestion } from '@/components/ui/inputs/use-suggestions'
import { foldText } from '@/lib/domain/fold'
import { provinces } from '@/lib/domain/provinces'

interface Place {
  readonly name: string
  readonly folded: string
  readonly provinces: readonly string[]
}
export type PlaceIndex = readonly Place[]

const MAX_SUGGESTIONS = 10
const provinceName = (code: string): string => provinces.find((province) => province.code === code)?.name ?? code

/** One entry for every name, in the order of the file (the largest first); namesakes keep all their provinces. */
export function toPlaceIndex(pairs: readonly (readonly [name: string, provinceCode: string])[]): PlaceIndex {
  const byName = new Map<string, Set<string>>()
  for (const [name, code] of pairs) {
    const found = byName.get(name) ?? new Set<string>()
    byName.set(name, found.add(provinceName(code)))
  }
  return [...byName].map(([name, found]) => ({ name, folded: foldText(name), provinces: [...found] }))
}

/** Names that begin with the text, then those with a later word that does. */
export function suggestPlaces(index: PlaceIndex, query: string): readonly Suggestion[] {
  const needle = foldText(query.trim())
  if (needle === '') return []
  const isLater = (folded: string) => folded.includes(` ${needle}`) || folded.includes(`-${needle}`)
  const first = index.filter(({ folded }) => folded.startsWith(needle))
  const later = index.filter(({ folded }) => !folded.startsWith(needle) && isLater(folded))
  return [...first, ...later]
    .slice(0, MAX_SUGGESTIONS)
    .map((place) => ({ value: place.name, label: place.name, hint: place.provinces.join(', ') }))
}

/** Whether a typed name stands for itself: it is on the list, or nothing on the list begins with it. */
export function isWholePlace(index: PlaceIndex, text: string): boolean {
  const needle = foldText(text.trim())
  return index.some(({ folded }) => folded === needle) || !index.some(({ folded }) => folded.startsWith(needle))
}

/** The listed spelling of a name (`lodz` → `Łódź`), or the name as it was typed. */
export const placeName = (index: PlaceIndex, text: string): string =>
  index.find(({ folded }) => folded === foldText(text.trim()))?.name ?? text

export function suggestProvinces(query: string): readonly Suggestion[] {
  const needle = foldText(query.trim())
  return provinces
    .filter(({ code, name }) => foldText(name).includes(needle) || code.toLowerCase() === needle)
    .map(({ name }) => ({ value: name, label: name }))
}
