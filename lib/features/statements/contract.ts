import * as z from 'zod'

import { type PanelOperation, forEveryone } from '@/lib/contract/panel-operation'
import { paidAnswer } from '@/lib/features/companies/contract'

/** The parts of a company that contain its statements. */
export const STATEMENT_PARTS = ['statements', 'financials'] as const
/** Maximum number of companies in the list. */
export const STATEMENT_COMPANIES = 50

export const statementOperations = {
  'statements.companies': {
    ...forEveryone.get,
    path: '/panel/statements/companies',
    summary: 'Companies whose statements were queried, the last queried first, free of charge',
    response: z.object({
      items: z.array(
        z.object({
          /** The number under which answers are stored. */
          number: z.string(),
          /** The name in the answer; null if it has none. */
          name: z.string().nullable(),
          /** The newest answer of each requested part. */
          parts: z.array(paidAnswer.extend({ part: z.enum(STATEMENT_PARTS) })),
        }),
      ),
    }),
  },
} as const satisfies Record<string, PanelOperation>
