import type { Suggestion } from '@/components/ui/inputs/use-suggestions'
import { foldText } from '@/lib/domain/fold'
import { provinceName, provinces } from '@/lib/domain/provinces'

import { isLongEnough } from './alert-filter'

interface Place {
  readonly name: string
  readonly folded: string
  readonly provinces: readonly PlaceProvince[]
}
interface PlaceProvince {
  readonly province: string
  /** Of a town. One of the same name as the town is the town itself. */
  readonly county: string | undefined
}
export type PlaceIndex = readonly Place[]

const MAX_SUGGESTIONS = 10

type PlaceRow = readonly [name: string, provinceCode: string, ...unknown[]]

/** One entry for every name, in the order of the file (the largest first); namesakes keep all their provinces. */
export function toPlaceIndex(rows: readonly PlaceRow[]): PlaceIndex {
  const byName = new Map<string, PlaceProvince[]>()
  for (const [name, code, county] of rows) {
    const found = byName.get(name) ?? []
    found.push({ province: provinceName(code), county: typeof county === 'string' ? county : undefined })
    byName.set(name, found)
  }
  return [...byName].map(([name, found]) => ({ name, folded: foldText(name), provinces: found }))
}

/** How a place is told from its namesakes. */
export type PlaceHint = (place: PlaceProvince, name: string) => string
const provinceAlone: PlaceHint = ({ province }) => province

/** Names that begin with the text, then those with a later word that does. */
export function suggestPlaces(index: PlaceIndex, query: string, hint = provinceAlone): readonly Suggestion[] {
  const needle = foldText(query.trim())
  if (!isLongEnough(query)) return []
  const isLater = (folded: string) => folded.includes(` ${needle}`) || folded.includes(`-${needle}`)
  const first = index.filter(({ folded }) => folded.startsWith(needle))
  const later = index.filter(({ folded }) => !folded.startsWith(needle) && isLater(folded))
  return [...first, ...later].slice(0, MAX_SUGGESTIONS).map((place) => ({
    value: place.name,
    label: place.name,
    hint: [...new Set(place.provinces.map((each) => hint(each, place.name)))].join(' · '),
  }))
}

/** Whether a typed name stands for itself: it is on the list, or nothing on the list begins with it. */
export function isWholePlace(index: PlaceIndex, text: string): boolean {
  const needle = foldText(text.trim())
  if (!isLongEnough(text)) return false
  return index.some(({ folded }) => folded === needle) || !index.some(({ folded }) => folded.startsWith(needle))
}

/** The listed spelling of a name (`lodz` → `Łódź`), or the name as it was typed. */
export const placeName = (index: PlaceIndex, text: string): string =>
  index.find(({ folded }) => folded === foldText(text.trim()))?.name ?? text

/** The first of the names that no place of the list has. */
export const findUnlistedPlace = (index: PlaceIndex, names: readonly string[]): string | undefined =>
  names.find((name) => !index.some(({ folded }) => folded === foldText(name)))

/** Those that begin with the text first: Enter takes the first, and `śląsk` means `śląskie`. */
export function suggestProvinces(query: string): readonly Suggestion[] {
  const needle = foldText(query.trim())
  if (!isLongEnough(query)) return []
  const begins = (name: string) => foldText(name).startsWith(needle)
  return provinces
    .filter(({ code, name }) => foldText(name).includes(needle) || code.toLowerCase() === needle)
    .toSorted((a, b) => Number(begins(b.name)) - Number(begins(a.name)))
    .map(({ name }) => ({ value: name, label: name }))
}
