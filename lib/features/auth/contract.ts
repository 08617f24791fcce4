import * as z from 'zod'

import { type PanelOperation, forOwners } from '@/lib/contract/panel-operation'
import { byId, instant } from '@/lib/contract/values'

/** A link for a new password, which its person has to open. */
export const startedReset = z.object({
  /** It went to the person's e-mail. Otherwise the caller hands it over. */
  is_mailed: z.boolean(),
  /** Shown this once; null where it was mailed. */
  link: z.string().nullable(),
  expires_at: instant,
})

export const passwordResetOperations = {
  'members.startReset': {
    ...forOwners.post,
    idempotent: false,
    path: '/panel/members/{id}/reset-password',
    summary: 'A link with which a member of the account sets a new password; `id` is the member’s user id',
    params: byId,
    response: startedReset,
  },
} as const satisfies Record<string, PanelOperation>
