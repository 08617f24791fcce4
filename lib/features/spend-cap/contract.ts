import * as z from 'zod'

import { type PanelOperation, forEveryone, forOwners } from '@/lib/contract/panel-operation'
import { apiMeter } from '@/lib/contract/usage'
import { count, instant, line } from '@/lib/contract/values'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'

/** In whole PLN; null is the service's default ceiling. */
const capPln = z.number().int().min(0).max(DEFAULT_CEILING_PLN).nullable()

export const setCapBody = z.object({
  spend_cap_pln: capPln,
  /**
   * The cap that the page showed when the new one was chosen; if it has changed since, the answer is 409 `cap_changed`.
   */
  expected_pln: count.nullable(),
  reason: line(300).optional(),
})

export const capChange = z.object({
  /** 1, 2, 3 … within the account. */
  number: count,
  at: instant,
  /**
   * `key`: by an API key of the embedded service. `outside`: by an unknown party; `at` is then when the panel noticed
   * it.
   */
  source: z.enum(['panel', 'key', 'outside']),
  /** E-mail of the user, or `key:` with the visible part of the key and its name, as in the audit log. */
  actor: z.string().nullable(),
  from_pln: count.nullable(),
  to_pln: count.nullable(),
  reason: z.string().nullable(),
  period_start: instant.nullable(),
  period_end: instant.nullable(),
  overage_units: count.nullable(),
  overage_grosz: count.nullable(),
})
export type CapChange = z.infer<typeof capChange>

/** The cap when the panel first read it: the value before the oldest change. */
export const capStart = z.object({ at: instant, cap_pln: count.nullable() })
export type CapStart = z.infer<typeof capStart>

export const spendCapOperations = {
  'spendCap.set': {
    ...forOwners.post,
    path: '/panel/spend-cap',
    withoutProof: 'It changes how much may be spent, but not who may spend it.',
    summary:
      'Set the cap through the service, unless another user has changed it in the meantime; records who, why and the meter at that time',
    invalidates: ['usage', 'panel.spendCap', 'panel.rules'],
    idempotent: false,
    body: setCapBody,
    // As reported by the service; a remote one may omit fields.
    response: z.object({ meter: apiMeter.partial() }),
  },
  'spendCap.history': {
    ...forEveryone.get,
    path: '/panel/spend-cap/history',
    summary:
      'Changes of the cap, newest first, including those made outside the panel; `start`: the cap before all of them',
    /** `start` is null until the panel has read the cap. */
    response: z.object({ items: z.array(capChange), start: capStart.nullable() }),
  },
} as const satisfies Record<string, PanelOperation>
