import * as z from 'zod'

import { type PanelOperation, forReaders } from '@/lib/contract/panel-operation'
import { count, noAnswer } from '@/lib/contract/values'

export const filterFileOperations = {
  'filters.recordExport': {
    ...forReaders.post,
    ...noAnswer,
    path: '/panel/filters/exports',
    summary: 'Leaves an entry about a file of filters that the browser is about to write',
    invalidates: [],
    idempotent: false,
    body: z.object({ filters: count, format: z.enum(['json', 'csv', 'xlsx']), personal: z.boolean() }),
  },
} as const satisfies Record<string, PanelOperation>
