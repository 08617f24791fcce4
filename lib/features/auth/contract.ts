import * as z from 'zod'

import { type PanelOperation, forOwners } from '@/lib/contract/panel-operation'
import { byId, instant } from '@/lib/contract/values'

/** A link for setting a new password, which the user has to open. */
export const startedReset = z.object({
  /** True if the link was sent by e-mail; otherwise the caller passes it on. */
  is_mailed: z.boolean(),
  /** Shown only once; null if it was sent by e-mail. */
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
