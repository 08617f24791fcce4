import * as z from 'zod'

import { type Operation, everyone, monitoringWriters, paidDefaults } from './operation'
import { subjectSelector } from './subject-selector'
import { count, day, fileOf, line } from './values'

/** Details from the filing of a document. Only kind 18 (annual statement) counts as a statement of the archive. */
export const filedDocument = z.object({
  /** May contain `-`, `_` and end with `==`: encode it in a path. */
  id: z.string(),
  kind_code: count,
  kind: z.string(),
  period_start: day,
  period_end: day,
  prepared_on: day,
  filed_on: day,
  file_name: z.string(),
  language: z.string(),
  ifrs: z.boolean(),
  correction: z.boolean(),
})
export type FiledDocument = z.infer<typeof filedDocument>
/**
 * One filed document in the list, with details of its file; null while these are unknown, because the file was not
 * requested yet.
 */
export const rdfDocument = filedDocument.extend({
  size_bytes: count.nullable(),
  /** For a PDF; null for XML, which has no pages. */
  pages: count.nullable(),
})
export type RdfDocument = z.infer<typeof rdfDocument>

/** Amounts in whole PLN, may be negative. */
const amount = z.number().int()
export const rdfFinancials = z.object({
  document_id: z.string(),
  period_start: day,
  period_end: day,
  currency: z.literal('PLN'),
  fixed_assets: amount,
  current_assets: amount,
  total_assets: amount,
  equity: amount,
  liabilities: amount,
  revenue: amount,
  operating_profit: amount,
  net_profit: amount,
})
export type RdfFinancials = z.infer<typeof rdfFinancials>

const subjectRef = { id: z.guid(), krs: z.string().nullable(), name: z.string() }

const documentRow = { ...paidDefaults, bucket: 'documents', cost: { by: 'call', units: 1 }, roles: everyone } as const
const rdfRow = { ...documentRow, pool: 'rdf' } as const
export const pdfRow = {
  ...documentRow,
  ...fileOf('application/pdf'),
  execution: 'charges-last',
  pool: 'pdf',
} as const

const krsParam = z.object({ krs: line(20).min(1) })

export const documentOperations = {
  'rdf.documents': {
    ...rdfRow,
    path: '/v1/rdf/documents',
    summary: 'Documents that a company filed, newest first',
    source: '4.13',
    refusals: ['NotFound'],
    query: subjectSelector,
    response: z.object({ subject: z.object(subjectRef), items: z.array(rdfDocument) }),
  },
  'rdf.document': {
    ...rdfRow,
    path: '/v1/rdf/documents/{id}',
    summary: 'One filed document as it was filed, XML or PDF; free for 24 hours after it was paid for',
    source: '4.13',
    ranged: true,
    freeAgainHours: 24,
    cost: { by: 'call', units: 5 },
    ...fileOf('application/xml', 'application/pdf'),
    params: z.object({ id: line(100).min(1) }),
  },
  'rdf.financials': {
    ...rdfRow,
    path: '/v1/rdf/financials',
    summary: 'Main figures of the annual statements of a company, newest first',
    source: '4.13',
    refusals: ['NotFound'],
    query: subjectSelector,
    response: z.object({ subject: z.object(subjectRef), items: z.array(rdfFinancials) }),
  },
  'rdf.archive': {
    ...rdfRow,
    path: '/v1/rdf/archive',
    summary: 'All collected annual statements of a company as one ZIP; Enterprise only',
    source: '4.11, decision 23',
    takesKey: true,
    cost: { by: 'item', units: 10 },
    onlyPlan: 'enterprise',
    ...fileOf('application/zip'),
    refusals: ['NotFound'],
    query: subjectSelector,
  },
  'krs.pdf': {
    ...pdfRow,
    path: '/v1/krs/pdf/{krs}',
    summary: 'Extract from KRS as PDF, current or full',
    source: '4.13, 8.1',
    params: krsParam,
    query: z.object({ type: z.enum(['current', 'full']).default('current') }),
  },
  'crbr.pdf': {
    ...pdfRow,
    path: '/v1/crbr/pdf/{krs}',
    summary: 'Beneficial owners of a company as PDF',
    source: '4.13, 8.1',
    // Files name persons, and a PDF is not masked.
    roles: monitoringWriters,
    params: krsParam,
  },
} as const satisfies Record<string, Operation>
