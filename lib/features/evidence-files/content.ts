import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { registerNames } from '@/lib/domain/registers/register-names'
import type { PaidAnswerTable } from '@/lib/features/companies/tables'
import { wordsIn } from '@/lib/panel/words'

import { type GatheredCompany, type GatheredPart, answerFileName } from './gather'
import { valueAt, textOf } from './json'
import type { EvidenceBody, EvidenceLine, EvidenceFormat } from './section-parts'
import { describePart } from './sections'

export type EvidenceSection = {
  readonly title: string
  /** When and by whom each page was requested. */
  readonly requests: readonly (EvidenceLine & { readonly note?: string })[]
  /** Undefined if the answer has a form that cannot be shown. */
  readonly body: EvidenceBody | undefined
  /** Notes about the request that the reader needs in addition to the answer. */
  readonly remarks: readonly string[]
}

export type EvidenceContent = {
  readonly title: string
  readonly subject: string
  readonly statement: string
  readonly facts: readonly EvidenceLine[]
  readonly sections: readonly EvidenceSection[]
  readonly none: string
  readonly unreadable: string
  readonly limits: { readonly title: string; readonly items: readonly string[] }
  readonly footer: string
}

/** Warsaw time to the second. */
const timeOf = (iso: string, locale: Locale): string =>
  `${formatDateTime(iso, locale)}:${new Date(iso).toISOString().slice(17, 19)}`

/** The content of the file. Every sentence follows from stored data. */
export function makeEvidence(company: GatheredCompany, locale: Locale): EvidenceContent {
  const format: EvidenceFormat = {
    locale,
    ...wordsIn(locale, 'papers', 'evidence'),
    names: registerNames[locale],
    registerLabels: {
      ...wordsIn(locale, 'registers', 'fields').words,
      ...wordsIn(locale, 'registers', 'columns').words,
    },
    recordLabels: { ...wordsIn(locale, 'companies', 'facts').words, krs: 'KRS', nip: 'NIP', regon: 'REGON' },
  }
  const { words, say } = format
  const { account, parts, madeAt, madeBy } = company
  const createdAtText = timeOf(madeAt.toISOString(), locale)
  return {
    title: words.title,
    subject: nameOf(company) ?? words.unnamed,
    statement: say('statement', { account, count: formatInteger(parts.length, locale) }),
    facts: factsOf(company, { ...format, made: createdAtText }),
    sections: parts.map((part) => sectionOf(part, format)),
    none: words.none,
    unreadable: words.unreadable,
    limits: words.limits,
    footer: say('footer', { at: createdAtText, who: madeBy }),
  }
}

/** The name in the record, or else in the free search. */
function nameOf({ identity, parts }: GatheredCompany): string | undefined {
  const record = parts.find(({ part }) => part === 'record')?.pages[0]
  const name = record === undefined ? undefined : valueAt(JSON.parse(record.answer), 'name')
  return typeof name === 'string' && name !== '' ? name : identity.company?.name
}

function factsOf(
  { identity, account, madeBy, parts, missing, hidden }: GatheredCompany,
  { words, say, names, made }: EvidenceFormat & { readonly made: string },
): EvidenceLine[] {
  const { facts } = words
  const listParts = (codes: readonly GatheredPart['part'][]) => codes.map((part) => names[part].part).join(', ')
  const { krs, nip, regon, number } = identity
  const numbers = Object.entries({ KRS: krs, NIP: nip, REGON: regon }).flatMap(([name, value]) =>
    value === null ? [] : [`${name} ${value}`],
  )
  return [
    { label: facts.numbers, value: numbers.length === 0 ? number : numbers.join(' · ') },
    { label: facts.account, value: account },
    { label: facts.made, value: say('facts.madeBy', { at: made, who: madeBy }) },
    { label: facts.holds, value: listParts(parts.map(({ part }) => part)) },
    { label: facts.missing, value: listParts(missing) || facts.nothing },
    ...(hidden.length === 0 ? [] : [{ label: facts.hidden, value: listParts(hidden) }]),
  ]
}

function sectionOf({ part, pages }: GatheredPart, format: EvidenceFormat): EvidenceSection {
  const answers = pages.map(({ answer }): unknown => JSON.parse(answer))
  return {
    title: format.names[part].part,
    requests: pages.flatMap((page) => requestLines(page, { ...format, isOnly: pages.length === 1 })),
    body: describePart[part](answers, format),
    remarks: remarksOf(pages, format),
  }
}

function requestLines(
  page: PaidAnswerTable,
  { words, say, locale, isOnly }: EvidenceFormat & { readonly isOnly: boolean },
): EvidenceSection['requests'] {
  const { asked } = words
  const prefix = isOnly ? '' : `${say('asked.page', { page: formatInteger(page.page + 1, locale) })}: `
  const line = (label: string, value: string) => ({ label: `${prefix}${label}`, value })
  return [
    line(asked.when, say('asked.by', { at: timeOf(page.asked_at, locale), who: page.asked_by })),
    // Printed as a note below, since a hash is longer than a line.
    { ...line(asked.request, page.request_id ?? asked.noRequest), note: say('asked.sha256', { hash: page.sha256 }) },
    line(asked.source, answerFileName(page)),
  ]
}

function remarksOf(pages: readonly PaidAnswerTable[], { words, say, locale }: EvidenceFormat): string[] {
  const [first] = pages
  if (first === undefined) return []
  const query: unknown = JSON.parse(first.query)
  const [text, from] = [textOf(valueAt(query, 'q'), locale), textOf(valueAt(query, 'date_from'), locale)]
  return [
    ...(text === '' ? [] : [say('asked.byName', { text })]),
    ...(from === '' ? [] : [say('asked.period', { from })]),
    ...(typeof pages.at(-1)?.cursor === 'string' ? [words.asked.more] : []),
  ]
}
