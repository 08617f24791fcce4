import * as z from 'zod'

import { type PanelOperation, forEveryone } from '@/lib/contract/panel-operation'
import { keptAnswer } from '@/lib/features/companies/contract'

/** Parts of a company that its statements are shown from. */
export const STATEMENT_PARTS = ['statements', 'financials'] as const
/** Companies that the list names. */
export const STATEMENT_COMPANIES = 50

export const statementOperations = {
  'statements.companies': {
    ...forEveryone.get,
    path: '/panel/statements/companies',
    summary: 'Companies whose statements were asked for, the last asked first, free of charge',
    response: z.object({
      items: z.array(
        z.object({
          /** Under which answers are kept. */
          number: z.string(),
          /** As the answer named it; null where it did not. */
          name: z.string().nullable(),
          /** The newest answer of each part that was asked for. */
          parts: z.array(keptAnswer.extend({ part: z.enum(STATEMENT_PARTS) })),
        }),
      ),
    }),
  },
} as const satisfies Record<string, PanelOperation>
