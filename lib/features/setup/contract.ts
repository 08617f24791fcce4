import * as z from 'zod'

import { accountLimits } from '@/lib/contract/usage'

/** Format of an account's slug: lower-case letters, digits and single dashes. */
export const slugPattern = /^[a-z0-9](-?[a-z0-9]){0,62}$/
const MAX_ACCOUNT_NAME = 120

const planTiers = ['standard', 'pro', 'enterprise'] as const

/**
 * Sets up the installation, once: the first account with its first owner, `POST /api/setup`. With a remote service the
 * account exists already and is omitted. `password` null: the owner signs in through the identity provider.
 */
export const setupRequest = z.object({
  /** Printed at startup and by `admin -- setup token`. */
  token: z.string().max(200),
  account: z
    .object({
      name: z.string().trim().min(1).max(MAX_ACCOUNT_NAME),
      slug: z.string().regex(slugPattern, 'Use lower-case letters, digits and single dashes'),
      plan: z.enum(planTiers),
      /** Limits that differ from the plan's; null: no limit. */
      limits: accountLimits.partial().strict().default({}),
    })
    .optional(),
  owner: z.object({
    email: z.string().trim().max(254).pipe(z.email()),
    password: z.string().nullable().default(null),
  }),
})
export type SetupRequest = z.output<typeof setupRequest>
