import * as z from 'zod'

import { monitor } from '@/lib/contract/monitors'
import { type PanelOperation, forEveryone, forReaders } from '@/lib/contract/panel-operation'
import { searchHit } from '@/lib/contract/records'
import { count, instant, line } from '@/lib/contract/values'
import { poolNames } from '@/lib/domain/usage/pools'
import { storedEvent } from '@/lib/features/events/contract'

import { companyParts } from './domain/part-rows'

const part = z.enum(companyParts)

/** A stored answer without its content. */
export const paidAnswer = z.object({
  id: z.string(),
  asked_at: instant,
  /** E-mail of the user who requested it. */
  asked_by: z.string(),
  /** Id of the call in the service's log; null if the service returned none. */
  request_id: z.string().nullable(),
  /** Units charged; null if the service did not report it. */
  units: count.nullable(),
  /** Hash of the stored answer, hex, after personal numbers were masked. */
  sha256: z.string(),
})

/**
 * The newest stored answer of a part with all its pages. Reading it is free until somebody requests it again. Without
 * `pages` it was never requested.
 */
export const companyAnswer = z.object({
  part,
  /** In the format of the part's operation, `{items}` for a stream. Answers of a remote service may lack fields. */
  pages: z.array(
    paidAnswer.extend({
      answer: z.unknown(),
      /** The text that was searched for, in a register that knows companies by name only; null if a number was used. */
      searched: z.string().nullable(),
    }),
  ),
  /** Another page is available for a charge. */
  has_more: z.boolean(),
})
export type CompanyAnswer = z.infer<typeof companyAnswer>

/**
 * The main figures of the newest stored answers; null for a part that was not requested, or whose answer cannot be read.
 * It contains no names, so reading it needs no mask.
 */
const companySummary = z.object({
  risk: z.object({ score: z.number(), level: z.string().nullable() }).nullable(),
  /** `status`: null if the company is not on the white list. */
  vat: z.object({ status: z.string().nullable(), accounts: count.nullable() }).nullable(),
  board: z
    .object({
      members: count,
      /** Day of the last appointment or resignation; null if the register names none. */
      changed_on: z.string().nullable(),
      /** The answer leaves out some relations, so there may be more members. */
      is_cut: z.boolean(),
    })
    .nullable(),
  share_capital_pln: z.number().nullable(),
  main_activity: z.string().nullable(),
})
export type CompanySummary = z.infer<typeof companySummary>

/** A KRS number, NIP, REGON or id of the service, as typed. */
const numberParams = z.object({ number: line(40).min(1) })
const partParams = numberParams.extend({ part })

/** Maximum number of results on a page of the search. */
const MAX_WATCHED = 100

export const companyOperations = {
  'companies.get': {
    ...forEveryone.get,
    path: '/panel/companies/{number}',
    summary:
      'A company by its number, free of charge: its name, the main figures of earlier queries, its monitors and events',
    params: numberParams,
    response: z.object({
      /** Result of the free search; null if the company was not found, although the service may still know it. */
      company: searchHit.nullable(),
      /** False if the service refused even the free search (402), so that a null company means nothing. */
      is_searched: z.boolean(),
      /** The number under which answers are stored. */
      number: z.string(),
      monitors: z.array(
        monitor.pick({
          id: true,
          identifier_type: true,
          identifier_value: true,
          label: true,
          tags: true,
          created_at: true,
          last_event_at: true,
        }),
      ),
      /** The newest events of these monitors in the panel's copy, one for each announcement. */
      events: z.array(storedEvent.pick({ id: true, source: true, title: true, created_at: true, day: true })),
      /** The newest answer of each requested part. */
      parts: z.array(paidAnswer.extend({ part })),
      /** Parts that the known numbers and names of the company, and the user's role, allow to query. */
      askable: z.array(part),
      summary: companySummary,
      /** Units charged for this company in the current Warsaw month, as far as the service reported them. */
      spent: z.array(z.object({ pool: z.enum(poolNames), units: count })),
    }),
  },
  'companies.part': {
    ...forEveryone.get,
    path: '/panel/companies/{number}/parts/{part}',
    summary: 'The last paid answer about one part of a company, free of charge',
    params: partParams,
    response: companyAnswer,
  },
  'companies.ask': {
    ...forEveryone.post,
    idempotent: false,
    spends: true,
    path: '/panel/companies/{number}/parts/{part}',
    summary: 'Query the service for one part of a company, store the answer and return its cost',
    invalidates: ['panel.companies.get', 'panel.companies.part', 'usage'],
    params: partParams,
    body: z.object({
      /**
       * Id of the newest page that the caller has seen, or null. If another user has bought a newer one in between,
       * that page is returned without a charge.
       */
      known: z.string().nullable(),
      /** `next`: the page after the newest; `first`: the part again from its beginning. */
      page: z.enum(['first', 'next']).default('first'),
    }),
    response: companyAnswer.extend({
      /** Units charged by this call; null if the service did not report it, 0 if no call was made. */
      units: count.nullable(),
      /** Units left in the pool; null if unknown or unlimited. */
      left: z.number().int().nullable(),
    }),
  },
  'companies.watched': {
    ...forReaders.ask,
    path: '/panel/watched-companies',
    summary:
      'Which of the companies a monitor of the account watches by KRS, NIP or id; only with the embedded service',
    body: z.object({ companies: z.array(searchHit.pick({ id: true, krs: true, nip: true })).max(MAX_WATCHED) }),
    response: z.object({ items: z.array(z.object({ company: z.string(), monitor: z.string() })) }),
  },
  'companies.held': {
    ...forEveryone.get,
    path: '/panel/held-companies',
    summary: 'Whether the service has any company to search; a remote service is taken to have some',
    response: z.object({ has_companies: z.boolean() }),
  },
} as const satisfies Record<string, PanelOperation>
