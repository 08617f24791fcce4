import { parseDay, readInstant, warsawDay } from '@/lib/domain/calendar'
import { formatDate, formatInteger, formatMonth, formatZloty } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'

import { type AuditWords, sourceWord } from './audit-words'

/** Fields that distinguish targets without a name. */
export const identifyingFields = [
  'kind',
  'period_start',
  'source',
  'format',
  'report_date',
  'date_from',
  'date_to',
  'measure',
  'basis',
  'thresholds',
  'add',
  'remove',
  'tag',
] as const
type About = { readonly [Field in (typeof identifyingFields)[number]]?: unknown }

export interface AuditTarget {
  readonly action: string
  /** Id in the log; null for the whole account. */
  readonly target: string | null
  readonly target_name: string | null
  /** Values of `identifyingFields` from the log. */
  readonly target_about?: About | null | undefined
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Describes the target: by name, else by its identifying fields (`zestawienie: październik 2026`), else by its kind.
 * Meaningless ids are shown only in the details. Undefined for the whole account.
 */
export function targetWord(words: AuditWords, entry: AuditTarget): string | undefined {
  const { target, target_name: name, target_about: about } = entry
  if (target === null) return undefined
  if (name !== null) return name
  const noun = nounOf(words, entry)
  const description = aboutWord(words, entry.action, about ?? {})
  if (description === undefined) return idWord(words, target, noun)
  return noun === undefined ? description : `${noun}: ${description}`
}

/** Meaningful numbers are shown unchanged, ids of the panel with their kind. */
function idWord({ word }: AuditWords, id: string, noun: string | undefined): string {
  if (id === 'none') return word('details', 'none') ?? id
  if (UUID.test(id)) return noun ?? word('targets', 'other') ?? id
  return noun === undefined || !/^\d{1,9}$/.test(id) ? id : `${noun} ${id}`
}

/** Entries about revealed personal numbers name the kind of their target. */
function nounOf({ word }: AuditWords, { action, target_about: about }: AuditTarget): string | undefined {
  const [noun = ''] = action.split('.')
  const kind = noun === 'personal' && typeof about?.kind === 'string' ? word('values', 'kind', about.kind) : undefined
  return kind ?? word('targets', noun)
}

/** Tags identify bulk changes and imports, but not a single monitor, which has had several. */
const areTagsIdentifying = (action: string): boolean => /^(bulkTags|imports)\./.test(action)

function aboutWord(words: AuditWords, action: string, about: About): string | undefined {
  const found = periodWord(words, about) ?? ruleWord(words, about) ?? fileWord(words, about)
  return found ?? (areTagsIdentifying(action) ? tagsWord(about) : undefined)
}

/** A calendar month by its name; any other period by its first day. */
function periodWord({ locale }: AuditWords, { period_start: start }: About): string | undefined {
  const startMs = typeof start === 'string' ? readInstant(start) : undefined
  if (startMs === undefined) return undefined
  const day = warsawDay(new Date(startMs))
  return day.endsWith('-01') ? formatMonth(startMs, locale) : formatDate(startMs, locale)
}

/** `50%, 100% limitu wydatków`, `200 zł`; forecasts are marked as such. */
function ruleWord({ locale, word }: AuditWords, { measure, basis, thresholds }: About): string | undefined {
  if (typeof basis !== 'string' || !Array.isArray(thresholds)) return undefined
  const numbers = thresholds.filter((each) => typeof each === 'number')
  const shown = numbers.map((each) => (basis === 'pln' ? formatZloty(each, locale) : `${formatInteger(each, locale)}%`))
  const basisText = word('targets', 'of', basis)
  const rule = [shown.join(', '), basisText].filter(Boolean).join(' ')
  const forecast = measure === 'forecast' ? word('targets', 'forecast') : undefined
  return forecast === undefined ? rule : `${rule} (${forecast})`
}

function fileWord(words: AuditWords, about: About): string | undefined {
  const { locale } = words
  const { source, format } = about
  const days = [...new Set([about.report_date, about.date_from, about.date_to].flatMap((day) => dayWord(day, locale)))]
  const parts = [
    typeof source === 'string' ? sourceWord(words, source) : undefined,
    typeof format === 'string' ? format.toUpperCase() : undefined,
    days.length === 0 ? undefined : days.join(' – '),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(', ')
}

function dayWord(day: unknown, locale: Locale): string[] {
  const date = typeof day === 'string' ? parseDay(day) : null
  return date === null ? [] : [formatDate(`${date}T12:00:00Z`, locale)]
}

function tagsWord({ add, remove, tag }: About): string | undefined {
  const signed = (sign: string, tags: unknown) =>
    Array.isArray(tags) ? tags.filter((each) => typeof each === 'string').map((each) => sign + each) : []
  const all = [...signed('+', add), ...signed('\u2212', remove), ...(typeof tag === 'string' ? [tag] : [])]
  return all.length === 0 ? undefined : all.join(', ')
}
