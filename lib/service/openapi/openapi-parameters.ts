import type { OperationName } from '@/lib/contract/table'

type ParameterTexts = Readonly<Record<string, string>>

const selector = 'one of krs, nip, regon and id is required'

/** Descriptions of path and query parameters that are the same in all operations. */
const commonDescriptions: ParameterTexts = {
  cursor: 'Continues where an earlier page of the same list ended: its `next_cursor`',
  date_from: 'First day, as YYYY-MM-DD, included',
  date_to: 'Last day, as YYYY-MM-DD, included',
  filter_id: 'Id of a filter of the account',
  format: 'Only reports in this format',
  id: `Id of a subject; exactly ${selector}`,
  identifier_type: 'Only monitors of this kind of identifier; upper case is accepted',
  job_id: 'Id of a report',
  krs: `KRS number, with or without its leading zeros; exactly ${selector}`,
  limit: 'How many items the answer has at most',
  monitor_id: 'Only events of this monitor',
  month: 'Calendar month of Europe/Warsaw, as YYYY-MM; the present one when absent',
  nip: `NIP, with or without dashes, blanks and the prefix PL; exactly ${selector}`,
  q: 'Text to search for, ignoring case and diacritics',
  regon: `REGON of 9 or 14 digits; exactly ${selector}`,
  source: 'Only from this source',
}

const STREAM_CURSOR = 'Continues where an earlier stream ended: the `cursor` of its end'
const STREAM_LIMIT = 'How many lines the answer has at most'
const PATH_KRS = 'KRS number of the company, with or without its leading zeros'
const MONITOR = { id: 'Id of a monitor of the account' }
const AT_LEAST_ONE = 'at least one of nip and krs is required, and both must belong to the same subject'

/** Descriptions for operations where a parameter means something else, or more. */
const operationDescriptions: Readonly<Partial<Record<OperationName, ParameterTexts>>> = {
  'monitors.list': {
    q: 'Part of the subject’s name, the label or the identifier, ignoring case and diacritics; a PESEL must be complete',
    tag: 'Only monitors with this tag; if repeated, with all of the tags',
    untagged: 'true: only monitors without any tag',
  },
  'monitors.get': MONITOR,
  'monitors.update': MONITOR,
  'monitors.delete': MONITOR,
  'updates.list': {
    since: 'Only events with a greater id: the `next_since` of the answer before, 0 at first',
    wait: 'How many seconds the call may wait for an event when there is none yet',
  },
  'monitorEvents.get': { id: 'Number of an event of the account' },
  'monitorEvents.list': {
    date_from: 'First day of Europe/Warsaw on which the event was created, inclusive',
    date_to: 'Last day of Europe/Warsaw on which the event was created, inclusive',
  },
  'filters.list': { limit: 'How many filters the answer has at most; all of them when absent' },
  'reports.dailyIndex': {
    date_from: 'First day that a report is about, included',
    date_to: 'Last day that a report is about, included',
    source: 'Only reports of this source',
  },
  'reports.download': { job_id: 'Id of an entry of the daily index or of a custom report; upper case is accepted' },
  'graph.get': { depth: 'How many steps from the subject the graph contains' },
  'search.list': {
    q: 'Words of a company’s name or their beginnings, in any order, with or without its legal form and Polish letters; or its complete KRS number, NIP or REGON',
  },
  'stream.announcements': {
    cursor: STREAM_CURSOR,
    limit: STREAM_LIMIT,
    krs: 'Only announcements about the company with this KRS number',
    nip: 'Only announcements about the company with this NIP',
  },
  'krs.changes': { cursor: STREAM_CURSOR, limit: STREAM_LIMIT, krs: 'Only changes of this company' },
  'bzp.list': {
    keywords:
      'Words of title, description or authority in any form, or part of a word; in quotes exactly these words. If repeated, any of them, as in every list here',
    exclude_keywords: 'Words, or parts of words, that must not be in any of these texts',
    cpv: 'CPV codes or their first digits',
    provinces: 'Provinces, by name or code',
    cities: 'Towns of the authority',
    authorities: 'Part of the authority’s name, or its complete NIP',
    order_types: 'Delivery, Services or Works',
    value_from: 'Least estimated value in PLN, included',
    value_to: 'Greatest estimated value in PLN, included',
    min_days_to_offer: 'Minimum number of whole days from publication to the deadline for offers',
  },
  'bzp.facets': { field: 'The field that the values belong to' },
  'msig.issues': { year: 'Only issues of this year' },
  'knf.warnings': { section: 'Only entries of this section: its number in `/v1/knf/warnings/sections`' },
  'sudop.cases': { nip: 'Only cases of this beneficiary' },
  'uokik.document': { id: 'Id of a decision, from the list of decisions' },
  'rdf.document': { id: 'Id of a filed document, from the list of a company’s documents; to be percent-encoded' },
  'krs.pdf': { krs: PATH_KRS, type: 'Current extract, or the full one with former entries' },
  'crbr.pdf': { krs: PATH_KRS },
  'wpv.record': {
    nip: `NIP; ${AT_LEAST_ONE}`,
    krs: `KRS number; ${AT_LEAST_ONE}`,
  },
}

export const describeParameter = (name: OperationName, parameter: string): string | undefined =>
  operationDescriptions[name]?.[parameter] ?? commonDescriptions[parameter]
