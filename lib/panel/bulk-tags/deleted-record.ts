import { tableCsv } from '@/lib/domain/files/table-csv'
import { HttpError } from '@/lib/http/errors'
import { listSteps } from '@/lib/storage/panel/bulk-tags/bulk-tags'

import type { PanelHandler } from '../context'
import { toDeleted } from './bulk-delete'
import { requireJob } from './bulk-tag-job'

/** What a deletion deleted: one line a monitor, personal numbers masked. */
export const deletedRecord: PanelHandler<'bulkTags.record'> = async ({ params }, context) => {
  const row = await requireJob(context, params.id)
  if (row.kind !== 'delete') throw new HttpError('not_found', 'This run deleted nothing')
  const steps = await listSteps(context.storage.db, row.id)
  const rows = steps
    .filter(({ state }) => state === 'done')
    .flatMap(({ differences, sent_at: at }) =>
      toDeleted(differences).map((monitor) => [
        monitor.id,
        monitor.identifier_type ?? '',
        monitor.identifier_value ?? '',
        monitor.filter_id ?? '',
        monitor.subject_name ?? '',
        monitor.label ?? '',
        monitor.tags.join(', '),
        at ?? row.created_at,
        row.actor,
      ]),
    )
  const names = ['monitor', 'rodzaj', 'identyfikator', 'filtr', 'nazwa', 'etykieta', 'tagi', 'usunieto', 'kto']
  const columns = names.map((name) => ({
    name,
    kind: name === 'usunieto' ? ('moment' as const) : ('text' as const),
    width: 20,
  }))
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="usuniete-monitory-${row.created_at.slice(0, 10)}.csv"`,
  }
  return new Response(tableCsv({ name: 'usuniete', columns, rows }), { headers })
}
