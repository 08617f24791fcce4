import * as z from 'zod'

import { locales } from '@/lib/domain/format/locales'

import { everyone } from '../../operation'
import { file, line } from '../../values'
import { type PanelOperation, panelRow } from '../operation'

export const evidenceFormats = ['pdf', 'zip'] as const

export const evidenceFileOperations = {
  'evidenceFiles.make': {
    ...panelRow,
    method: 'POST',
    execution: 'writes',
    idempotent: false,
    path: '/panel/companies/{number}/evidence/{file}',
    summary:
      'Everything that was paid for about a company, as one PDF, or as a ZIP with the answers; its hash is entered in the audit log',
    invalidates: [],
    produces: 'file',
    media: ['application/pdf', 'application/zip'],
    roles: everyone,
    params: z.object({ number: line(40).min(1), file: z.enum(evidenceFormats) }),
    /** Of the file; Polish when not given. */
    query: z.object({ locale: z.enum(locales).optional() }),
    response: file,
  },
} as const satisfies Record<string, PanelOperation>
