import type { MonitorEvent } from '@/lib/contract/events'
import type { Filter } from '@/lib/contract/filters'
import type { Monitor } from '@/lib/contract/monitors'
import type { ReportJob } from '@/lib/contract/reports'
import type { Contract, Input, OperationName } from '@/lib/contract/table'
import { publish } from '@/lib/service/monitors/publish'

import type { TestService } from '../service'

/** A sample company with statements and relations, and the content of the sample registers. */
export type SampleWorld = {
  readonly krs: string
  readonly nip: string
  readonly rdfDocumentId: string
  readonly uokikId: string
  readonly dailyReportId: string
}
export type TestCaller = { readonly on: TestService; readonly apiKey: string; readonly world: SampleWorld }
/** Operations that a key may call. */
export type PublicName = {
  [N in OperationName]: Contract[N] extends { audience: 'public' } ? N : never
}[OperationName]
type Maker<N extends OperationName> = (caller: TestCaller) => Input<N> | Promise<Input<N>>

async function createResource<B>({ on, apiKey }: TestCaller, path: string, body: unknown): Promise<B> {
  const answer = await on.request<B>(apiKey, 'POST', path, body)
  if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}`)
  return answer.body
}

const newMonitor = (caller: TestCaller) =>
  createResource<Monitor>(caller, '/v1/monitors', {
    identifier_type: 'subject_id',
    identifier_value: crypto.randomUUID(),
  })
const newFilter = (caller: TestCaller) =>
  createResource<Filter>(caller, '/v1/filters', { name: 'Dostawcy', content: { nip: [caller.world.nip] } })
/** The number of an event about a company of its own: the white list is in no report or stream that others read. */
async function newEvent(caller: TestCaller): Promise<number> {
  const { on, apiKey, world } = caller
  const { id, identifier_value } = await newMonitor(caller)
  const [day, name, title] = ['2026-11-20' as const, 'PRZYKŁAD SP. Z O.O.', 'Wykreślenie z rejestru VAT']
  const row = {
    id: crypto.randomUUID(),
    changed_on: day,
    krs: world.krs,
    nip: world.nip,
    entity_name: name,
    field: 'status_vat',
    old_value: 'Czynny',
    new_value: 'Niezarejestrowany',
  }
  const subject = { krs: world.krs, nip: world.nip, pesel: null, subject_id: identifier_value, signature: null }
  await publish(on.service.dependencies, [{ id: row.id, source: 'wpv', day, ...subject, name, title, row }])
  const { body } = await on.request<{ items: MonitorEvent[] }>(apiKey, 'GET', `/v1/monitor-events?monitor_id=${id}`)
  const [event] = body.items
  if (!event) throw new Error('the announcement made no event')
  return event.id
}
const range = { date_from: '2026-11-09', date_to: '2026-11-19' }
const newReport = (caller: TestCaller) =>
  createResource<ReportJob>(caller, '/v1/reports', { source: 'krz', format: 'json', ...range })

/**
 * For every operation that a key may call: an input that is answered with 2xx, with new resources of the caller if
 * needed.
 */
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
  'monitorEvents.get': async (caller) => ({ params: { id: await newEvent(caller) } }),
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
  'bzp.explainAlert': () => ({ body: { keywords: ['droga'], order_types: ['Works'] } }),
  'bzp.compareAlerts': () => ({ body: { filters: [{ keywords: ['droga'] }, { keywords: ['most'] }] } }),
  'bzp.facets': () => ({ query: { field: 'cpv' } }),
  'filters.coverage': ({ world }) => ({ body: { content: { krs: [world.krs] } } }),
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
  'uokik.clauses': () => ({ query: { limit: 2 } }),
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

const anyId = '7d0e4c1a-52a4-4f1b-9a59-0d5f6f2b1c11'
type Raw = {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
}

/**
 * For every operation that validates input: an invalid input and the location of its 422. Null: no input is invalid.
 */
export const badCalls: { readonly [N in PublicName]: null | [Raw, string] } = {
  'usage.summary': null,
  'usage.api': null,
  'usage.setSpendCap': [{ body: { spend_cap_pln: 12.5 } }, 'body.spend_cap_pln'],
  'usage.daily': [{ query: { month: '2026-13' } }, 'query.month'],
  'usage.breakdown': [{ query: { month: 'listopad' } }, 'query.month'],
  'monitors.list': [{ query: { limit: '0' } }, 'query.limit'],
  'monitors.create': [{ body: { identifier_type: 'pesel' } }, 'body.identifier_value'],
  'monitors.get': [{ params: { id: 'x' } }, 'path.id'],
  'monitors.update': [{ params: { id: anyId }, body: { label: 7 } }, 'body.label'],
  'monitors.delete': [{ params: { id: 'x' } }, 'path.id'],
  'monitors.bulkCreate': [{ body: { items: [] } }, 'body.items'],
  'monitors.bulkTag': [{ body: { ids: [anyId], add: [] } }, 'body.add'],
  'updates.list': [{ query: { since: '-1' } }, 'query.since'],
  'monitorEvents.get': [{ params: { id: 'x' } }, 'path.id'],
  'monitorEvents.list': [{ query: { date_from: '2026-11-20', date_to: '2026-11-19' } }, 'query.date_from'],
  'filters.list': [{ query: { limit: 'all' } }, 'query.limit'],
  'filters.create': [{ body: { name: '', content: {} } }, 'body.name'],
  'filters.get': [{ params: { filter_id: 'x' } }, 'path.filter_id'],
  'filters.update': [{ params: { filter_id: anyId }, body: { name: 'A', content: { krs: 1 } } }, 'body.content.krs'],
  'filters.delete': [{ params: { filter_id: 'x' } }, 'path.filter_id'],
  'reports.dailyIndex': [{ query: { format: 'xml' } }, 'query.format'],
  'reports.download': [{ params: { job_id: 'x'.repeat(101) } }, 'path.job_id'],
  'reports.list': [{ query: { limit: '1001' } }, 'query.limit'],
  'reports.create': [
    { body: { source: 'krz', format: 'csv', date_from: '2026-11-20', date_to: '2026-11-19' } },
    'body.date_from',
  ],
  'reports.get': [{ params: { job_id: 'x' } }, 'path.job_id'],
  'reports.delete': [{ params: { job_id: 'x' } }, 'path.job_id'],
  'bzp.list': [{ query: { limit: '0' } }, 'query.limit'],
  'bzp.previewAlert': [{ body: { keywords: 'droga' } }, 'body.keywords'],
  'bzp.explainAlert': [{ body: { keywords: 'droga' } }, 'body.keywords'],
  'bzp.compareAlerts': [{ body: { filters: [{}] } }, 'body.filters'],
  'bzp.facets': [{ query: { field: 'colour' } }, 'query.field'],
  'filters.coverage': [{ body: { content: { krs: '1' } } }, 'body.content.krs'],
  'record.get': [{ query: {} }, 'query.krs'],
  'records.get': [{ body: { identifiers: [{ krs: '1', nip: '2' }] } }, 'body.identifiers.0.krs'],
  'graph.get': [{ query: { krs: '0000000018', depth: '4' } }, 'query.depth'],
  'risk.get': [{ query: { krs: '1', nip: '2' } }, 'query.krs'],
  'search.list': [{ query: { q: 'a' } }, 'query.q'],
  'stream.announcements': [{ query: { limit: '10001' } }, 'query.limit'],
  'krs.changes': [{ query: { date_from: '2026-11-31' } }, 'query.date_from'],
  'msig.issues': [{ query: { year: '1066' } }, 'query.year'],
  'knf.sections': null,
  'knf.warnings': [{ query: { section: 'I' } }, 'query.section'],
  'uokik.decisions': [{ query: { date_from: '2026-11-20', date_to: '2026-11-19' } }, 'query.date_from'],
  'uokik.clauses': [{ query: { date_from: '2026-11-20', date_to: '2026-11-19' } }, 'query.date_from'],
  'uokik.document': [{ params: { id: 'x'.repeat(101) } }, 'path.id'],
  'sudop.cases': [{ query: { limit: '1.5' } }, 'query.limit'],
  'rdf.documents': [{ query: {} }, 'query.krs'],
  'rdf.document': [{ params: { id: 'x'.repeat(101) } }, 'path.id'],
  'rdf.financials': [{ query: { nip: '1234567890' } }, 'query.nip'],
  'rdf.archive': [{ query: { regon: '1' } }, 'query.regon'],
  'krs.pdf': [{ params: { krs: 'abc' } }, 'path.krs'],
  'crbr.pdf': [{ params: { krs: '12345678901' } }, 'path.krs'],
  'wpv.records': [{ body: { identifiers: [{}] } }, 'body.identifiers.0.nip'],
  'wpv.record': [{ query: {} }, 'query.nip'],
}
