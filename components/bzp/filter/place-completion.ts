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
  /** Only towns have one. A county with the same name as the town stands for the town itself. */
  readonly county: string | undefined
}
export type PlaceIndex = readonly Place[]

const MAX_SUGGESTIONS = 10

type PlaceRow = readonly [name: string, provinceCode: string, ...unknown[]]

/**
 * Builds one entry per name, in the order of the file (largest first); an entry has the provinces of all places with
 * its name.
 */
export function toPlaceIndex(rows: readonly PlaceRow[]): PlaceIndex {
  const byName = new Map<string, PlaceProvince[]>()
  for (const [name, code, county] of rows) {
    const placeProvinces = byName.get(name) ?? []
    placeProvinces.push({ province: provinceName(code), county: typeof county === 'string' ? county : undefined })
    byName.set(name, placeProvinces)
  }
  return [...byName].map(([name, placeProvinces]) => ({ name, folded: foldText(name), provinces: placeProvinces }))
}

/** Formats what distinguishes a place from others of the same name. */
export type PlaceHint = (place: PlaceProvince, name: string) => string
const onlyProvince: PlaceHint = ({ province }) => province

/** Returns names that begin with the text, then those with a later word that does. */
export function suggestPlaces(index: PlaceIndex, query: string, hint = onlyProvince): readonly Suggestion[] {
  const needle = foldText(query.trim())
  if (!isLongEnough(query)) return []
  const isLater = (folded: string) => folded.includes(` ${needle}`) || folded.includes(`-${needle}`)
  const firstMatches = index.filter(({ folded }) => folded.startsWith(needle))
  const laterMatches = index.filter(({ folded }) => !folded.startsWith(needle) && isLater(folded))
  return [...firstMatches, ...laterMatches].slice(0, MAX_SUGGESTIONS).map((place) => ({
    value: place.name,
    label: place.name,
    hint: [...new Set(place.provinces.map((each) => hint(each, place.name)))].join(' · '),
  }))
}

/** Whether a typed name is complete: it is listed, or no listed name begins with it. */
export function isCompletePlace(index: PlaceIndex, text: string): boolean {
  const needle = foldText(text.trim())
  if (!isLongEnough(text)) return false
  return index.some(({ folded }) => folded === needle) || !index.some(({ folded }) => folded.startsWith(needle))
}

/** Returns the listed spelling of a name (`lodz` → `Łódź`), or the name as typed. */
export const placeName = (index: PlaceIndex, text: string): string =>
  index.find(({ folded }) => folded === foldText(text.trim()))?.name ?? text

/** Returns the first name that no listed place has. */
export const findUnlistedPlace = (index: PlaceIndex, names: readonly string[]): string | undefined =>
  names.find((name) => !index.some(({ folded }) => folded === foldText(name)))

/** Names that begin with the text come first, because Enter accepts the first: `śląsk` means `śląskie`. */
export function suggestProvinces(query: string): readonly Suggestion[] {
  const needle = foldText(query.trim())
  if (!isLongEnough(query)) return []
  const begins = (name: string) => foldText(name).startsWith(needle)
  return provinces
    .filter(({ code, name }) => foldText(name).includes(needle) || code.toLowerCase() === needle)
    .toSorted((a, b) => Number(begins(b.name)) - Number(begins(a.name)))
    .map(({ name }) => ({ value: name, label: name }))
}
