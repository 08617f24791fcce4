import * as z from 'zod'

import { type Operation, everyone, freeDefaults, paidDefaults, operationsFor } from './operation'
import { subjectSelector } from './subject-selector'
import { count, day, instant, line, page, paging, wholeNumber } from './values'

/** Decision 28 (shapes): small and regular. */
export const subjectRecord = z.object({
  id: z.guid(),
  krs: z.string().nullable(),
  nip: z.string().nullable(),
  regon: z.string().nullable(),
  name: z.string(),
  legal_form: z.string().nullable(),
  address: z.string().nullable(),
  /** `85-213`. */
  postcode: z.string().nullable(),
  /** Codes of the Polish classification of activities (PKD), `41.20.Z`; the first is the predominant one. */
  pkd_codes: z.array(z.string()),
  /** Whole PLN. */
  share_capital_pln: count.nullable(),
  status: z.string(),
  registered_on: day.nullable(),
  /** Day of removal from the register; null while it is registered, and when the day is unknown. */
  deregistered_on: day.nullable(),
})
export type SubjectRecord = z.infer<typeof subjectRecord>

export const recordResult = z.object({
  identifiers: subjectSelector,
  found: z.boolean(),
  record: subjectRecord.nullable(),
})
export type RecordResult = z.infer<typeof recordResult>

export const graphNodeKinds = ['company', 'person'] as const
export const graph = z.object({
  root: z.guid(),
  nodes: z.array(
    z.object({ id: z.guid(), kind: z.enum(graphNodeKinds), name: z.string(), krs: z.string().nullable() }),
  ),
  /** `from` has the role in `to`: a person in a company, or a company in a company. */
  edges: z.array(
    z.object({
      from: z.guid(),
      to: z.guid(),
      role: z.string(),
      /**
       * Share of all present shares, to a tenth; null for other roles, former holders, and companies without shares.
       */
      share_percent: z.number().min(0).max(100).nullable(),
      since: day.nullable(),
      until: day.nullable(),
    }),
  ),
  /** Nodes and their edges were left out, because there were too many. */
  is_cut: z.boolean(),
})
export type Graph = z.infer<typeof graph>

export const riskLevels = ['low', 'medium', 'high'] as const
export const riskAssessment = z.object({
  id: z.guid(),
  krs: z.string().nullable(),
  nip: z.string().nullable(),
  name: z.string(),
  /** 0 (nothing found) to 100. */
  score: count.max(100),
  level: z.enum(riskLevels),
  /** Factors of the score, largest first; their points add up to the score, cut at 100. */
  factors: z.array(
    z.object({
      code: z.string(),
      description: z.string(),
      points: count,
      /** The score without this factor. */
      score_without: count.max(100),
      /** The entries that it is based on, newest first, at most 20; empty if it is based on the record itself. */
      evidence: z.array(z.object({ source: z.string(), day: day.nullable(), title: z.string(), id: z.string() })),
    }),
  ),
  assessed_at: instant,
})
export type RiskAssessment = z.infer<typeof riskAssessment>

export const searchHit = subjectRecord
  .pick({ id: true, krs: true, nip: true, regon: true, name: true, status: true, legal_form: true })
  .extend({ city: z.string().nullable() })
export type SearchHit = z.infer<typeof searchHit>

const recordRow = {
  ...paidDefaults,
  cost: { by: 'call', units: 1 },
  register: 'rejestr',
  roles: everyone,
} as const satisfies Partial<Operation>

export const recordOperations = {
  'record.get': {
    ...recordRow,
    execution: 'charges-last',
    path: '/v1/record',
    summary: 'One subject by KRS, NIP, REGON or id',
    source: '4.13',
    refusals: ['NotFound'],
    query: subjectSelector,
    response: subjectRecord,
  },
  'records.get': {
    ...recordRow,
    method: 'POST',
    path: '/v1/records',
    summary: 'Up to 50 subjects, in the order requested; each identifier costs, found or not',
    source: '4.13, 8.3',
    takesKey: true,
    cost: { by: 'identifier', units: 1 },
    body: z.object({ identifiers: z.array(subjectSelector).min(1).max(50) }),
    response: z.object({ results: z.array(recordResult) }),
  },
  'graph.get': {
    ...recordRow,
    path: '/v1/graph',
    summary: 'Companies and persons that a subject is connected with',
    source: '4.13, decision 28',
    refusals: ['NotFound'],
    query: subjectSelector.safeExtend({ depth: wholeNumber(1, 3).default(1) }),
    response: graph,
  },
  'risk.get': {
    ...recordRow,
    path: '/v1/risk',
    summary: 'Risk of a subject according to the registers, in points',
    source: '4.13, decision 28',
    register: 'risk',
    refusals: ['NotFound'],
    query: subjectSelector,
    response: riskAssessment,
  },
  'search.list': {
    ...operationsFor({ ...freeDefaults, bucket: 'lookups' }, everyone).get,
    path: '/v1/search',
    summary: 'Basic search of companies by a part of the name, or by KRS, NIP or REGON',
    source: '4.13',
    query: z.object({ q: line(200).min(2), ...paging(100, 20) }),
    response: page(searchHit),
  },
} as const satisfies Record<string, Operation>
