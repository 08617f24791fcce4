import type { PublicName } from './good-calls'

const anyId = '7d0e4c1a-52a4-4f1b-9a59-0d5f6f2b1c11'
type Raw = {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
}

/** For every row that validates something: what is sent in its place, and where the 422 has to point. Null: nothing can be wrong. */
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
