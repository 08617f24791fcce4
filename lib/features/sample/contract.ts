import * as z from 'zod'

import { type PanelOperation, forOwners } from '@/lib/contract/panel-operation'

const count = z.number().int().min(0)

/** Why the sample data cannot be removed now. */
export const sampleObstacles = [
  /** SAMPLE_DATA=on would load them again at the next start. */
  'asked_for',
  /** They are being loaded at the moment. */
  'loading',
  /** OIDC_ACCOUNT is a sample account: new people would have no account to join. */
  'provider_account',
  /** A sample user is a member of a real account. */
  'member_elsewhere',
  /** A report of a real account is being made from sample data. */
  'report_in_work',
  /** Several real accounts share the data, so the operator has to decide. */
  'several_accounts',
] as const

const sampleContents = z.object({
  accounts: count,
  /** People who are only in sample accounts, sample users included. */
  users: count,
  /** E-mails of those who are not sample users. */
  people: z.array(z.string()),
  monitors: count,
  companies: count,
  persons: count,
  /** Register rows other than companies and persons. */
  entries: count,
  announcements: count,
  notices: count,
  reports: count,
  report_bytes: count,
  /** Approximate size in the database, which reuses the space. */
  database_bytes: count,
  /** What real accounts have: monitors, and events about deleted announcements; both stay. */
  own: z.object({ monitors: count, events: count }),
})
export type SampleContents = z.output<typeof sampleContents>

export const sampleOperations = {
  'sample.read': {
    ...forOwners.get,
    path: '/panel/sample',
    summary: 'Which sample data still exist, and whether they can be removed',
    response: z.object({
      /** Null if there are no sample data. */
      contents: sampleContents.nullable(),
      obstacle: z.enum(sampleObstacles).nullable(),
      /** The e-mail, or the slug of the account, that the obstacle is about. */
      about: z.string().nullable(),
    }),
  },
  'sample.remove': {
    ...forOwners.post,
    path: '/panel/sample/removal',
    summary: 'Remove the sample data permanently',
    invalidates: ['everything'],
    body: z.object({ confirm: z.literal(true) }),
    response: sampleContents,
  },
} as const satisfies Record<string, PanelOperation>
