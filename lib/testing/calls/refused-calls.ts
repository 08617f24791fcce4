import type { RefusalName } from '@/lib/contract/refusals'

import type { RawInput } from './call-of'
import { goodCalls, type TestCaller, type PublicName } from './contract-calls'

type Maker = (caller: TestCaller) => RawInput | Promise<RawInput>
type Calls = Readonly<Partial<Record<RefusalName, Maker>>>

const unknownCompany = { krs: '0000000018' }
const noCompany: Calls = { NotFound: () => ({ query: unknownCompany }) }
const report = { source: 'krz', format: 'json', date_from: '2026-11-09', date_to: '2026-11-19' }

async function alreadyWatched({ on, apiKey }: TestCaller): Promise<RawInput> {
  const body = { identifier_type: 'subject_id', identifier_value: crypto.randomUUID() }
  await on.request(apiKey, 'POST', '/v1/monitors', body)
  return { body }
}

async function reportOf({ on, apiKey }: TestCaller): Promise<RawInput> {
  const { body } = await on.request<{ id: string }>(apiKey, 'POST', '/v1/reports', report)
  return { params: { job_id: body.id } }
}

/** Opens the maximum number of event streams; they end with the service. */
async function occupyAllWaits({ on, apiKey }: TestCaller): Promise<RawInput> {
  const headers = { 'x-api-key': apiKey, accept: 'text/event-stream' }
  for (let status = 200; status === 200;) status = (await fetch(`${on.url}/v1/updates`, { headers })).status
  return { query: { since: Number.MAX_SAFE_INTEGER, wait: 1 } }
}

/** Expires a daily report that no other call uses. */
async function expiredReport({ on, world }: TestCaller): Promise<RawInput> {
  const { db } = on.storage
  const other = db.selectFrom('daily_reports').select('id').where('id', '!=', world.dailyReportId)
  const { id } = await other.limit(1).executeTakeFirstOrThrow()
  await db.updateTable('daily_reports').set({ expires_at: '2026-11-20T00:00:00.000Z' }).where('id', '=', id).execute()
  return { params: { job_id: id } }
}

/**
 * For every refusal that an operation declares, an input that gets it; for limits, from an account whose limits are 0.
 */
export const refusedCalls: Readonly<Partial<Record<PublicName, Calls>>> = {
  'monitors.create': {
    NotFound: () => ({ body: { filter_id: crypto.randomUUID() } }),
    AlreadyWatched: alreadyWatched,
    MonitorLimit: goodCalls['monitors.create'],
  },
  'monitors.bulkCreate': { MonitorLimit: goodCalls['monitors.bulkCreate'] },
  'filters.create': { FilterLimit: goodCalls['filters.create'] },
  'filters.update': {
    FilterChanged: async (caller) => {
      const { params, body } = await goodCalls['filters.update'](caller)
      return { params, body: { ...body, updated_at: '2020-01-01T00:00:00.000Z' } }
    },
  },
  'filters.coverage': { NotFound: () => ({ body: { filter_id: crypto.randomUUID() } }) },
  'reports.create': {
    NotFound: () => ({ body: { ...report, filter_id: crypto.randomUUID() } }),
    ReportLimit: goodCalls['reports.create'],
  },
  'reports.download': { ReportNotReady: reportOf, ReportExpired: expiredReport },
  'updates.list': { TooManyWaits: occupyAllWaits },
  'record.get': noCompany,
  'graph.get': noCompany,
  'risk.get': noCompany,
  'rdf.documents': noCompany,
  'rdf.financials': noCompany,
  'rdf.archive': noCompany,
}
