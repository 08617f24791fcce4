import * as z from 'zod'

import { type PanelOperation, forEveryone } from '@/lib/contract/panel-operation'
import { fileOf, line } from '@/lib/contract/values'
import { locales } from '@/lib/domain/format/locales'

export const evidenceFormats = ['pdf', 'zip'] as const

export const evidenceFileOperations = {
  'evidenceFiles.make': {
    ...forEveryone.post,
    idempotent: false,
    path: '/panel/companies/{number}/evidence/{file}',
    summary:
      'All paid answers about a company, as one PDF, or as a ZIP with the answers; its hash is entered in the audit log',
    invalidates: [],
    ...fileOf('application/pdf', 'application/zip'),
    params: z.object({ number: line(40).min(1), file: z.enum(evidenceFormats) }),
    /** Language of the file; Polish by default. */
    query: z.object({ locale: z.enum(locales).optional() }),
  },
} as const satisfies Record<string, PanelOperation>
