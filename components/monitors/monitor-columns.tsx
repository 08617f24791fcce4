import { createColumnHelper, type Row, tableFeatures } from '@tanstack/react-table'

import { EventCell, IdentifierCell, SourceCell, SubjectCell, TagsCell } from './monitor-cells'
import type { MonitorRecord } from './monitor-record'

/** Only the core: sorting, filtering and paging are the service's. */
export const monitorFeatures = tableFeatures({})
export type MonitorRowModel = Row<typeof monitorFeatures, MonitorRecord>

const helper = createColumnHelper<typeof monitorFeatures, MonitorRecord>()

export const monitorColumns = [
  helper.display({ id: 'subject', cell: ({ row }) => <SubjectCell monitor={row.original} /> }),
  helper.display({ id: 'identifier', cell: ({ row }) => <IdentifierCell monitor={row.original} /> }),
  helper.display({ id: 'tags', cell: ({ row }) => <TagsCell monitor={row.original} /> }),
  helper.display({ id: 'source', cell: ({ row }) => <SourceCell monitor={row.original} /> }),
  helper.display({ id: 'event', cell: ({ row }) => <EventCell monitor={row.original} /> }),
]
