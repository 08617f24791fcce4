import * as z from 'zod'

import { type PanelOperation, forOwners } from '@/lib/contract/panel-operation'

const count = z.number().int().min(0)

/** Why the sample data stay for now. */
export const sampleObstacles = [
  /** SAMPLE_DATA=on would load them again with the next start. */
  'asked_for',
  /** They are just being loaded. */
  'loading',
  /** OIDC_ACCOUNT is a sample account: new people would have nowhere to go. */
  'provider_account',
  /** A sample user is a member of an account of somebody's own. */
  'member_elsewhere',
  /** A report of an account of somebody's own is being made of sample data. */
  'report_in_work',
  /** Several accounts of people's own share them: that is for the operator to decide. */
  'several_accounts',
] as const

const sampleContents = z.object({
  accounts: count,
  /** People who are in sample accounts alone, sample users included. */
  users: count,
  /** Those of them who are no sample users. */
  people: z.array(z.string()),
  monitors: count,
  companies: count,
  persons: count,
  /** Rows of the registers beside companies and persons. */
  entries: count,
  announcements: count,
  notices: count,
  reports: count,
  /** Of the files of the reports. */
  report_bytes: count,
  /** About, in the database, which uses it again. */
  database_bytes: count,
  /** What accounts of people's own have, and what stays: monitors, and events of announcements that go. */
  own: z.object({ monitors: count, events: count }),
})
export type SampleContents = z.output<typeof sampleContents>

export const sampleOperations = {
  'sample.read': {
    ...forOwners.get,
    path: '/panel/sample',
    summary: 'What of the sample data is still here, and whether it can be removed',
    response: z.object({
      /** Null: nothing is here. */
      contents: sampleContents.nullable(),
      obstacle: z.enum(sampleObstacles).nullable(),
      /** An e-mail, the slug of an account: whom the obstacle is about. */
      about: z.string().nullable(),
    }),
  },
  'sample.remove': {
    ...forOwners.post,
    path: '/panel/sample/removal',
    summary: 'Remove the sample data for good',
    invalidates: ['everything'],
    body: z.object({ confirm: z.literal(true) }),
    response: sampleContents,
  },
} as const satisfies Record<string, PanelOperation>
