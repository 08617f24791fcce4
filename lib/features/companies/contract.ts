import * as z from 'zod'

import { monitor } from '@/lib/contract/monitors'
import { type PanelOperation, forEveryone, forReaders } from '@/lib/contract/panel-operation'
import { searchHit } from '@/lib/contract/records'
import { count, instant, line } from '@/lib/contract/values'
import { poolNames } from '@/lib/domain/usage/pools'

import { companyParts } from './domain/part-rows'

const part = z.enum(companyParts)

/** One answer as it was paid for. */
export const keptAnswer = z.object({
  id: z.string(),
  asked_at: instant,
  /** E-mail of who asked. */
  asked_by: z.string(),
  /** Names the call in the service's log; null where the service gave none. */
  request_id: z.string().nullable(),
  /** What it cost; null where the service did not say. */
  units: count.nullable(),
  /** Of the answer as it is kept, hex: personal numbers are masked before an answer is kept. */
  sha256: z.string(),
})

/** The newest answer of a part, page after page, kept so that opening it again costs nothing until somebody asks anew. Without `pages` it was never asked for. */
export const companyAnswer = z.object({
  part,
  /** In the shape of the part's operation; of a stream `{items}`. A remote service may lack fields. */
  pages: z.array(
    keptAnswer.extend({
      answer: z.unknown(),
      /** The text that was searched for, in a register that knows companies by their names; null where a number was. */
      searched: z.string().nullable(),
    }),
  ),
  /** More can be asked for, at its price. */
  has_more: z.boolean(),
})
export type CompanyAnswer = z.infer<typeof companyAnswer>

/** A KRS number, a NIP, a REGON or the id of the service, as typed. */
const numbered = z.object({ number: line(40).min(1) })
const ofPart = numbered.extend({ part })

/** As many as one page of a search has. */
const MAX_WATCHED = 100

export const companyOperations = {
  'companies.get': {
    ...forEveryone.get,
    path: '/panel/companies/{number}',
    summary: 'A company by its number, free of charge: who it is, what was asked of it before, which monitors watch it',
    params: numbered,
    response: z.object({
      /** Of the free search; null: the service does not find it there, and may know it nevertheless. */
      company: searchHit.nullable(),
      /** False: the service refuses the account even the free search (402), so that null says nothing. */
      is_searched: z.boolean(),
      /** The number under which answers are kept. */
      number: z.string(),
      monitors: z.array(monitor.pick({ id: true, label: true, tags: true, created_at: true, last_event_at: true })),
      /** The newest answer of each part that was asked for. */
      parts: z.array(keptAnswer.extend({ part })),
      /** What was paid for about this company since the beginning of the Warsaw month, as far as the service said. */
      spent: z.array(z.object({ pool: z.enum(poolNames), units: count })),
    }),
  },
  'companies.part': {
    ...forEveryone.get,
    path: '/panel/companies/{number}/parts/{part}',
    summary: 'What was last paid for of one part of a company, free of charge',
    params: ofPart,
    response: companyAnswer,
  },
  'companies.ask': {
    ...forEveryone.post,
    idempotent: false,
    spends: true,
    path: '/panel/companies/{number}/parts/{part}',
    summary: 'Asks the service for one part of a company, keeps the answer and says what it cost',
    invalidates: ['panel.companies.get', 'panel.companies.part', 'usage'],
    params: ofPart,
    body: z.object({
      /**
       * The id of the newest page that the caller has seen, null for none: where a newer one is there, asked for by somebody else
       * meanwhile, that one is given and nothing is charged.
       */
      known: z.string().nullable(),
      /** `next`: the page after the newest; otherwise the part from its beginning, anew. */
      page: z.enum(['first', 'next']).default('first'),
    }),
    response: companyAnswer.extend({
      /** What this call cost; null where the service did not say. 0: nothing was asked for. */
      units: count.nullable(),
      /** What is left of the pool; null where the service does not say, or nothing limits it. */
      left: z.number().int().nullable(),
    }),
  },
  'companies.watched': {
    ...forReaders.ask,
    path: '/panel/watched-companies',
    summary:
      'Which of the companies a monitor of the account watches by KRS, NIP or id; known of the embedded service only',
    body: z.object({ companies: z.array(searchHit.pick({ id: true, krs: true, nip: true })).max(MAX_WATCHED) }),
    response: z.object({ items: z.array(z.object({ company: z.string(), monitor: z.string() })) }),
  },
} as const satisfies Record<string, PanelOperation>
