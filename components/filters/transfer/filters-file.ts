import { warsawDay } from '@/lib/domain/calendar'
import { foldLine } from '@/lib/domain/fold'

/** What a JSON file of filters says of itself, so that a later panel reads an older file. `docs/interface.md` has the shape. */
export const FILTERS_FORMAT = 'business-registers.filters'
export const FILTERS_VERSION = 1

/**
 * How the file has personal numbers: `none` there are none, `full` as they are, `sealed` with tokens that this account alone
 * opens, `masked` not at all.
 */
export const personalForms = ['none', 'full', 'sealed', 'masked'] as const
export type PersonalForm = (typeof personalForms)[number]

const MAX_SLUG = 60
const slugOf = (name: string): string =>
  foldLine(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-|-$/g, '') || 'bez-nazwy'

/** File names do not follow the language of the reader. */
export const filterFileName = (name: string, extension: string): string =>
  `filtr-${slugOf(name)}-${warsawDay(new Date())}.${extension}`

export const allFiltersFileName = (): string => `filtry-${warsawDay(new Date())}.json`

const OWN_NAME = /^filtr-(.+)-\d{4}-\d\d-\d\d$/

/** What a filter of this file would be called: as the one that the file was made of, else as the file. */
export function nameOfFile(fileName: string, known: readonly string[]): string {
  // Browsers number what is saved twice.
  const stem = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/ ?\(\d+\)$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const slug = OWN_NAME.exec(stem)?.[1]
  if (slug === undefined) return stem
  return known.find((name) => slugOf(name) === slug) ?? slug
}
