import * as z from 'zod'

import { forEveryone, forOwners, type PanelOperation } from '@/lib/contract/panel-operation'
import { noAnswer } from '@/lib/contract/values'

export const firstStepOperations = {
  'firstSteps.get': {
    ...forEveryone.get,
    path: '/panel/first-steps',
    summary: 'Which first steps of a new account are done, according to what is stored',
    response: z.object({
      /** False once all are done or an owner has dismissed them. */
      is_shown: z.boolean(),
      has_companies: z.boolean(),
      has_rules: z.boolean(),
      has_check: z.boolean(),
    }),
  },
  'firstSteps.dismiss': {
    ...forOwners.post,
    ...noAnswer,
    withoutProof: 'It hides a part of the overview, which an owner can show again.',
    path: '/panel/first-steps/dismissal',
    summary: 'Stop showing the first steps to all members of the account',
    body: z.object({ is_dismissed: z.boolean() }),
  },
} as const satisfies Record<string, PanelOperation>
