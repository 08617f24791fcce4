import * as z from 'zod'

import { pdfRow } from './documents'
import { type Operation, everyone, paidDefaults } from './operation'
import { count, dateRange, day, inOrder, line, outOfOrder, page, paging, wholeNumber } from './values'

/** Interface section 2.12 (KNF section). */
export const knfSection = z.object({ section: count, legal_basis: z.string(), count })
export type KnfSection = z.infer<typeof knfSection>

/** A listed entry means that the regulator notified a prosecutor, not a conviction. */
export const knfWarning = z.object({
  id: z.guid(),
  section: count,
  name: z.string(),
  /** KRS, NIP or REGON, as the list shows it. */
  identifier: z.string().nullable(),
  prosecutor: z.string(),
  rulings: z.string().nullable(),
  notes: z.string().nullable(),
  notified_on: day,
  resolved_on: day.nullable(),
})
export type KnfWarning = z.infer<typeof knfWarning>

export const uokikDecision = z.object({
  id: z.string(),
  number: z.string(),
  decided_on: day,
  case_signature: z.string(),
  parties: z.array(z.string()),
  practice: z.string(),
  fined: z.boolean(),
  industry: z.string(),
  region: z.string(),
  appealed: z.boolean(),
})
export type UokikDecision = z.infer<typeof uokikDecision>

/** A clause that a court ruled prohibited in consumer contracts. */
export const uokikClause = z.object({
  id: z.guid(),
  number: count,
  entered_on: day,
  case_signature: z.string(),
  parties: z.array(z.string()),
  clause: z.string(),
  industry: z.string(),
})
export type UokikClause = z.infer<typeof uokikClause>

/**
 * Exact duplicates exist upstream: two equal grants of a day are two rows. Amounts are text with a dot, as in SUDOP.
 */
export const sudopCase = z.object({
  id: z.guid(),
  granted_on: day,
  beneficiary_nip: z.string(),
  beneficiary_name: z.string(),
  beneficiary_size: z.string(),
  provider_nip: z.string(),
  provider_name: z.string(),
  /** Null when the measure was never notified, as for de minimis aid. */
  measure_number: z.string().nullable(),
  measure_name: z.string(),
  legal_basis: z.string(),
  purpose: z.string(),
  form: z.string(),
  nominal_value_pln: z.string(),
  gross_value_pln: z.string(),
  gross_value_eur: z.string(),
})
export type SudopCase = z.infer<typeof sudopCase>

const listRow = {
  ...paidDefaults,
  cost: { by: 'item', units: 1 },
  register: 'announcement',
  roles: everyone,
} as const satisfies Partial<Operation>

const searchQuery = { q: line(200).min(2).optional(), ...paging(1000, 100) }
const datedQuery = z.object({ ...searchQuery, ...dateRange })

export const registerOperations = {
  'knf.sections': {
    ...listRow,
    path: '/v1/knf/warnings/sections',
    summary: 'Sections of the public warnings list, in the order of the regulator',
    source: '4.12',
    cost: { by: 'call', units: 1 },
    response: z.object({ sections: z.array(knfSection) }),
  },
  'knf.warnings': {
    ...listRow,
    path: '/v1/knf/warnings',
    summary: 'Entries of the public warnings list of KNF, newest first',
    source: '4.12, 4.13, decision 28',
    query: z.object({ ...searchQuery, section: wholeNumber(1, 1000).optional() }),
    response: page(knfWarning),
  },
  'uokik.decisions': {
    ...listRow,
    path: '/v1/uokik/decisions',
    summary: 'Decisions of the President of UOKiK, newest first',
    source: '4.13, decision 28',
    query: datedQuery.refine(inOrder, outOfOrder),
    response: page(uokikDecision),
  },
  'uokik.clauses': {
    ...listRow,
    path: '/v1/uokik/clauses',
    summary: 'Prohibited clauses of the register of UOKiK, newest first',
    source: '4.13, decision 28',
    query: datedQuery.refine(inOrder, outOfOrder),
    response: page(uokikClause),
  },
  'uokik.document': {
    ...pdfRow,
    path: '/v1/uokik/documents/{id}',
    summary: 'A decision of UOKiK as PDF',
    source: '4.13',
    params: z.object({ id: line(100).min(1) }),
  },
  'sudop.cases': {
    ...listRow,
    path: '/v1/sudop/cases',
    summary: 'Cases of state aid, newest first',
    source: '4.13, decision 28',
    query: datedQuery.extend({ nip: line(20).min(1).optional() }).refine(inOrder, outOfOrder),
    response: page(sudopCase),
  },
} as const satisfies Record<string, Operation>
