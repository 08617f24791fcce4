import { createHash } from 'node:crypto'

import * as z from 'zod'

import { foldLine } from '@/lib/domain/fold'
import { maskForLog } from '@/lib/http/mask-personal'

import { type ListedAccounts } from './domain/account'
import type { WhiteListStatus } from './domain/groups'
import type { QueriedNumber } from './statements/numbers'

/** A result in the shape that remote services may send; at least a status is required. */
const result = z.looseObject({
  identifiers: z.looseObject({ nip: z.string().nullish(), krs: z.string().nullish() }).nullish(),
  found: z.boolean(),
  name: z.string().nullish(),
  subject: z
    .looseObject({
      name: z.string().nullish(),
      nip: z.string().nullish(),
      status_vat: z.string().nullish(),
      removal_date: z.string().nullish().catch(null),
      account_numbers: z.array(z.string()).nullish().catch(null),
      has_virtual_accounts: z.boolean().nullish().catch(null),
    })
    .nullish(),
  request_id: z.string().nullish().catch(null),
  request_datetime: z.iso.datetime({ offset: true }).nullish().catch(null),
})

export type JudgedAnswer = {
  readonly status: WhiteListStatus
  readonly removed_on: string | null
  readonly name: string | null
  readonly nip: string | null
  readonly request_id: string | null
  readonly answered_at: string
  /** The stored form: JSON with masked personal numbers. */
  readonly answer: string
  readonly sha256: string
  readonly accounts: ListedAccounts
}
export type JudgedResult = { readonly ok: true; readonly answer: JudgedAnswer } | { readonly ok: false }

const STATUSES: Readonly<Record<string, WhiteListStatus>> = {
  czynny: 'active',
  zwolniony: 'exempt',
  niezarejestrowany: 'unregistered',
}
const DAY = /^\d{4}-\d{2}-\d{2}$/

type ResultContext = { readonly requestId: string | null; readonly now: Date }

/** Only uses what the service reports: a result of another shape or with an unknown status is not an answer. */
export function judgeResult(item: unknown, context: ResultContext): JudgedResult {
  const parsed = result.safeParse(item)
  const status = parsed.success ? statusOf(parsed.data) : undefined
  if (!parsed.success || status === undefined) return { ok: false }
  const { found, subject } = parsed.data
  const answer = JSON.stringify(maskForLog(item))
  const sha256 = createHash('sha256').update(answer).digest('hex')
  return {
    ok: true,
    answer: {
      status,
      answer,
      sha256,
      accounts: accountsOf(found, subject),
      ...namesOf(parsed.data),
      ...requestFieldsOf(parsed.data, context),
    },
  }
}

type Result = z.infer<typeof result>

const statusOf = ({ found, subject }: Result): WhiteListStatus | undefined =>
  found ? STATUSES[foldLine(subject?.status_vat ?? '')] : 'not_found'

function namesOf({ subject, name, identifiers }: Result): Pick<JudgedAnswer, 'name' | 'nip' | 'removed_on'> {
  return {
    name: maskName(subject?.name ?? name ?? null),
    nip: subject?.nip ?? identifiers?.nip ?? null,
    removed_on: removalOf(subject),
  }
}

/** A company that was removed and entered again does not count as removed. */
function removalOf(subject: Result['subject']): string | null {
  const isOut = STATUSES[foldLine(subject?.status_vat ?? '')] === 'unregistered'
  const removed = isOut ? (subject?.removal_date ?? '') : ''
  return DAY.test(removed) ? removed : null
}

const requestFieldsOf = ({ request_id, request_datetime }: Result, { requestId, now }: ResultContext) => ({
  request_id: request_id ?? requestId,
  answered_at: request_datetime ?? now.toISOString(),
})

const maskName = (name: string | null): string | null => {
  const text: unknown = maskForLog(name)
  return typeof text === 'string' ? text : null
}

/**
 * A company that is not on the list has no accounts there; for one that is, accounts that the service omits are
 * unknown.
 */
function accountsOf(found: boolean, subject: Result['subject']): ListedAccounts {
  if (!found) return { account_numbers: [] }
  const { account_numbers: numbers, has_virtual_accounts: virtual } = subject ?? {}
  return {
    ...(numbers && { account_numbers: numbers }),
    ...(typeof virtual === 'boolean' && { has_virtual_accounts: virtual }),
  }
}

const digitsIn = (text: string): string => text.replaceAll(/\D/g, '')

/** The result for a number: the one at its position, unless that names another number; then the one that names it. */
export function resultOf(results: readonly unknown[], { kind, value }: QueriedNumber, at: number): unknown {
  const identifierIn = (item: unknown): string | undefined => {
    const parsed = result.pick({ identifiers: true }).safeParse(item)
    const identifier = parsed.success ? parsed.data.identifiers?.[kind] : undefined
    return typeof identifier === 'string' ? digitsIn(identifier) : undefined
  }
  const identifierAtPosition = identifierIn(results[at])
  if (identifierAtPosition === value || (identifierAtPosition === undefined && results[at] !== undefined))
    return results[at]
  return results.find((item) => identifierIn(item) === value)
}
