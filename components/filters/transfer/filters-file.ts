import { warsawDay } from '@/lib/domain/calendar'
import { foldLine } from '@/lib/domain/fold'

/**
 * The format marker of a JSON file of filters; with the version it lets later panels read older files.
 * `docs/decisions/filter-files.md` describes the shape.
 */
export const FILTERS_FORMAT = 'business-registers.filters'
export const FILTERS_VERSION = 1

/**
 * How the file represents personal numbers: `none`: it contains none; `full`: in the clear; `sealed`: as tokens that
 * only this account can open; `masked`: as masks.
 */
export const personalForms = ['none', 'full', 'sealed', 'masked'] as const
export type PersonalForm = (typeof personalForms)[number]

const MAX_SLUG = 60
const slugOf = (name: string): string =>
  foldLine(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-|-$/g, '') || 'bez-nazwy'

/** File names are the same in every language of the interface. */
export const filterFileName = (name: string, extension: string): string =>
  `filtr-${slugOf(name)}-${warsawDay(new Date())}.${extension}`

export const allFiltersFileName = (): string => `filtry-${warsawDay(new Date())}.json`

const OWN_NAME = /^filtr-(.+)-\d{4}-\d\d-\d\d$/

/** Proposes a name for the filter of this file: that of the filter it was exported from, else that of the file. */
export function nameOfFile(fileName: string, filterNames: readonly string[]): string {
  // Browsers append a number to a file that is saved twice.
  const stem = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/ ?\(\d+\)$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const slug = OWN_NAME.exec(stem)?.[1]
  if (slug === undefined) return stem
  return filterNames.find((name) => slugOf(name) === slug) ?? slug
}
