import * as z from 'zod'

import { monitoringReaders } from '../operation'
import { count, noContent } from '../values'
import { type PanelOperation, panelRow } from './operation'

export const filterFileOperations = {
  'filters.recordExport': {
    ...panelRow,
    method: 'POST',
    execution: 'writes',
    path: '/panel/filters/exports',
    summary: 'Leaves an entry about a file of filters that the browser is about to write',
    invalidates: [],
    status: 204,
    produces: 'none',
    idempotent: false,
    roles: monitoringReaders,
    body: z.object({ filters: count, format: z.enum(['json', 'csv', 'xlsx']), personal: z.boolean() }),
    response: noContent,
  },
} as const satisfies Record<string, PanelOperation>
