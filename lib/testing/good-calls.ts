import type { Filter } from '@/lib/contract/filters'
import type { Monitor } from '@/lib/contract/monitors'
import type { ReportJob } from '@/lib/contract/reports'
import type { Contract, Input, OperationName } from '@/lib/contract/table'

import type { TestService } from './service'

/** A sample company with statements and relations, and what the registers of the sample hold. */
export type SampleWorld = {
  readonly krs: string
  readonly nip: string
  readonly rdfDocumentId: string
  readonly uokikId: string
  readonly dailyReportId: string
}
export type Caller = { readonly on: TestService; readonly apiKey: string; readonly world: SampleWorld }
/** Rows that a key may call. */
export type PublicName = {
  [N in OperationName]: Contract[N] extends { audience: 'public' } ? N : never
}[OperationName]
type Maker<N extends OperationName> = (caller: Caller) => Input<N> | Promise<Input<N>>

async function made<B>({ on, apiKey }: Caller, path: string, body: unknown): Promise<B> {
  const answer = await on.request<B>(apiKey, 'POST', path, body)
  if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}`)
  return answer.body
}

const newMonitor = (caller: Caller) =>
  made<Monitor>(caller, '/v1/monitors', { identifier_type: 'subject_id', identifier_value: crypto.randomUUID() })
const newFilter = (caller: Caller) =>
  made<Filter>(caller, '/v1/filters', { name: 'Dostawcy', content: { nip: [caller.world.nip] } })
const range = { date_from: '2026-11-09', date_to: '2026-11-19' }
const newReport = (caller: Caller) =>
  made<ReportJob>(caller, '/v1/reports', { source: 'krz', format: 'json', ...range })

/** For every row that a key may call: an input that is answered with 2xx, on fresh resources of the caller where it needs one. */
export const goodCalls: { readonly [N in PublicName]: Maker<N> } = {
  'usage.summary': () => ({}),
  'usage.api': () => ({}),
  'usage.setSpendCap': () => ({ body: { spend_cap_pln: 400 } }),
  'usage.daily': () => ({ query: { month: '2026-11' } }),
  'usage.breakdown': () => ({ query: {} }),
  'monitors.list': () => ({ query: { limit: 2 } }),
  'monitors.create': () => ({
    body: { identifier_type: 'subject_id', identifier_value: crypto.randomUUID(), label: 'Odbiorca', tags: ['A'] },
  }),
  'monitors.get': async (caller) => ({ params: { id: (await newMonitor(caller)).id } }),
  'monitors.update': async (caller) => ({ params: { id: (await newMonitor(caller)).id }, body: { label: 'Nowa' } }),
  'monitors.delete': async (caller) => ({ params: { id: (await newMonitor(caller)).id } }),
  'monitors.bulkCreate': ({ world }) => ({
    body: {
      items: [
        { identifier_type: 'krs', identifier_value: world.krs },
        { identifier_type: 'nip', identifier_value: '1234567890' },
      ],
    },
  }),
  'monitors.bulkTag': async (caller) => ({ body: { ids: [(await newMonitor(caller)).id], add: ['dostawca'] } }),
  'updates.list': () => ({ query: { since: 0, limit: 2 } }),
  'monitorEvents.list': () => ({ query: { limit: 2 } }),
  'filters.list': () => ({ query: { limit: 2 } }),
  'filters.create': ({ world }) => ({ body: { name: 'Kontrahenci', content: { krs: [world.krs] } } }),
  'filters.get': async (caller) => ({ params: { filter_id: (await newFilter(caller)).id } }),
  'filters.update': async (caller) => {
    const { id, updated_at } = await newFilter(caller)
    return { params: { filter_id: id }, body: { name: 'Zmienione', content: {}, updated_at } }
  },
  'filters.delete': async (caller) => ({ params: { filter_id: (await newFilter(caller)).id } }),
  'reports.dailyIndex': () => ({ query: { source: 'krz', format: 'csv', ...range } }),
  'reports.download': ({ world }) => ({ params: { job_id: world.dailyReportId } }),
  'reports.list': () => ({ query: { limit: 2 } }),
  'reports.create': () => ({ body: { source: 'msig', format: 'csv', ...range } }),
  'reports.get': async (caller) => ({ params: { job_id: (await newReport(caller)).id } }),
  'reports.delete': async (caller) => ({ params: { job_id: (await newReport(caller)).id } }),
  'bzp.list': () => ({ query: { limit: 2 } }),
  'bzp.previewAlert': () => ({ body: { keywords: ['droga'], order_types: ['Works'] } }),
  'record.get': ({ world }) => ({ query: { krs: world.krs } }),
  'records.get': ({ world }) => ({ body: { identifiers: [{ krs: world.krs }, { nip: world.nip }] } }),
  'graph.get': ({ world }) => ({ query: { krs: world.krs, depth: 2 } }),
  'risk.get': ({ world }) => ({ query: { nip: world.nip } }),
  'search.list': () => ({ query: { q: 'hurtownia', limit: 2 } }),
  'stream.announcements': () => ({ query: { source: 'msig', limit: 3, ...range } }),
  'krs.changes': () => ({ query: { limit: 11, ...range } }),
  'msig.issues': () => ({ query: { limit: 2 } }),
  'knf.sections': () => ({}),
  'knf.warnings': () => ({ query: { section: 1, limit: 2 } }),
  'uokik.decisions': () => ({ query: { limit: 2 } }),
  'uokik.document': ({ world }) => ({ params: { id: world.uokikId } }),
  'sudop.cases': () => ({ query: { limit: 2 } }),
  'rdf.documents': ({ world }) => ({ query: { krs: world.krs } }),
  'rdf.document': ({ world }) => ({ params: { id: world.rdfDocumentId } }),
  'rdf.financials': ({ world }) => ({ query: { nip: world.nip } }),
  'rdf.archive': ({ world }) => ({ query: { krs: world.krs } }),
  'krs.pdf': ({ world }) => ({ params: { krs: world.krs }, query: { type: 'current' } }),
  'crbr.pdf': ({ world }) => ({ params: { krs: world.krs } }),
  'wpv.records': ({ world }) => ({ body: { identifiers: [{ nip: world.nip }, { krs: world.krs }] } }),
  'wpv.record': ({ world }) => ({ query: { nip: world.nip } }),
}
