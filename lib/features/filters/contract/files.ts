import * as z from 'zod'

import { type PanelOperation, forReaders } from '@/lib/contract/panel-operation'
import { count, noAnswer } from '@/lib/contract/values'

export const filterFileOperations = {
  'filters.recordExport': {
    ...forReaders.post,
    ...noAnswer,
    path: '/panel/filters/exports',
    summary: 'Records in the audit log that the browser is about to write a file of filters',
    invalidates: [],
    idempotent: false,
    body: z.object({ filters: count, format: z.enum(['json', 'csv', 'xlsx']), personal: z.boolean() }),
  },
} as const satisfies Record<string, PanelOperation>
