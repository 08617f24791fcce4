import { ofAccount } from '@/lib/storage/engine/of-account'
import { countRows } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { ArchivedReportTable } from '../tables'

type ReportFilter = {
  readonly accountId: string
  readonly source?: string | undefined
  readonly state?: ArchivedReportTable['state'] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}
type Page = ReportFilter & { readonly limit: number; readonly after?: { readonly day: string; readonly id: string } }

const selectFiltered = (db: Db, { accountId, source, state, from, to }: ReportFilter) =>
  ofAccount(db, 'archived_reports', accountId)
    .$if(source !== undefined, (query) => query.where('source', '=', source ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'stored'))
    .$if(from !== undefined, (query) => query.where('report_date', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('report_date', '<=', to ?? ''))

export const listArchivedReports = (db: Db, { after, limit, ...filter }: Page): Promise<ArchivedReportTable[]> =>
  selectFiltered(db, filter)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where((e) =>
        e.or([
          e('report_date', '<', after?.day ?? ''),
          e.and([e('report_date', '=', after?.day ?? ''), e('id', '>', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('report_date', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

export const countArchivedReports = (db: Db, filter: ReportFilter): Promise<number> =>
  selectFiltered(db, filter).$call(countRows)

/** Number and total size of reports by state and location. */
export async function sumArchive(db: Db, accountId: string) {
  const rows = await ofAccount(db, 'archived_reports', accountId)
    .select([
      'state',
      'location',
      (e) => e.fn.countAll<number>().as('n'),
      (e) => e.fn.sum<number | null>('size_bytes').as('bytes'),
    ])
    .groupBy(['state', 'location'])
    .execute()
  return rows.map(({ state, location, n, bytes }) => ({ state, location, count: n, bytes: bytes ?? 0 }))
}

export const listDayStates = (db: Db, accountId: string, from: string) =>
  ofAccount(db, 'archived_reports', accountId)
    .select(['report_date', 'source', 'format', 'state', 'generated_at'])
    .where('report_date', '>=', from)
    .execute()
