import { parseJson } from '@/lib/domain/collections/json'

/**
 * Companies that a person recently opened in this browser, newest first. It holds no names of persons, because the
 * search finds only companies.
 */
export type RecentCompany = { readonly number: string; readonly name: string }

const KEY = 'recent-companies'
const MAX_COMPANIES = 8
const MAX_VIEWERS = 10

const isCompany = (value: unknown): value is RecentCompany =>
  typeof value === 'object' &&
  value !== null &&
  'number' in value &&
  'name' in value &&
  typeof value.number === 'string' &&
  typeof value.name === 'string'

/** The raw stored text, which stays identical while nothing changes. */
export function readRecentText(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

function parse(text: string): Readonly<Record<string, readonly RecentCompany[]>> {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).map(([viewer, list]: [string, unknown]) => [
      viewer,
      Array.isArray(list) ? list.filter(isCompany).slice(0, MAX_COMPANIES) : [],
    ]),
  )
}

function save(viewer: string, companies: readonly RecentCompany[]): void {
  const { [viewer]: _, ...others } = parse(readRecentText())
  const entries = [...Object.entries(others), [viewer, companies] as const].slice(-MAX_VIEWERS)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // Storage may be full or forbidden; the list is then not saved.
  }
}

/** `viewer`: the mark of the person in the account. */
export const recallCompanies = (viewer: string, text = readRecentText()): readonly RecentCompany[] =>
  parse(text)[viewer] ?? []

export function rememberCompany(viewer: string, company: RecentCompany): void {
  const others = recallCompanies(viewer).filter(({ number }) => number !== company.number)
  save(viewer, [company, ...others].slice(0, MAX_COMPANIES))
}

export const forgetCompanies = (viewer: string): void => save(viewer, [])
