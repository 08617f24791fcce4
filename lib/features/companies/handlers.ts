import { monitoringReaders } from '@/lib/contract/operation'
import { operationOf } from '@/lib/contract/table'
import { monthBounds, warsawDay, warsawMonth } from '@/lib/domain/calendar'
import type { Role } from '@/lib/domain/roles'
import { type Pool, poolNames } from '@/lib/domain/usage/pools'
import { listStoredEventsBefore } from '@/lib/features/events/statements/panel-events'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandler, PanelHandlersOf } from '@/lib/panel/context'
import { findIdentifierWatchers } from '@/lib/service/monitors/statements/watchers'
import { hasCompanies } from '@/lib/service/registers/statements/companies'

import { type CompanyPart, companyPartRows, companyParts, isCompanyPart } from './domain/part-rows'
import { identifyCompany, type CompanyIdentity, nullIfPaymentRequired } from './identity'
import { partKey, readNewestAnswer, toPaidAnswer } from './paid-answers'
import { toPartCall } from './part-calls'
import { payForPage } from './pay-for-page'
import { type AnswerHead, listCompanyAnswers } from './statements/paid-answers'
import { readSummary } from './summary'

const MAX_WATCHERS = 10

/** Kinds of identifiers by which a monitor can watch a company. */
const watchedKinds = ['krs', 'nip', 'subject_id'] as const

/** The account's monitors of one of the company's numbers; empty for roles that may not see monitors. */
async function watchersOf(
  { krs, nip, id }: CompanyIdentity,
  { callService, user }: Pick<PanelContext, 'callService' | 'user'>,
) {
  if (!operationOf('monitors.list').roles.includes(user.role)) return []
  const numbers = { krs, nip, subject_id: id }
  const lists = await Promise.all(
    watchedKinds.map(async (identifier_type) => {
      const value = numbers[identifier_type]
      if (value === null) return []
      const found = await callService('monitors.list', {
        query: { q: value, identifier_type, limit: MAX_WATCHERS },
      }).catch(nullIfPaymentRequired)
      return found?.items.filter(({ identifier_value }) => identifier_value === value) ?? []
    }),
  )
  return lists
    .flat()
    .flatMap(({ id: monitorId, identifier_type, identifier_value, label, tags, created_at, last_event_at }) =>
      monitorId === undefined || created_at === undefined
        ? []
        : [
            {
              id: monitorId,
              identifier_type: watchedKinds.find((kind) => kind === identifier_type) ?? null,
              identifier_value: identifier_value ?? null,
              label: label ?? null,
              tags: tags ?? [],
              created_at,
              last_event_at: last_event_at ?? null,
            },
          ],
    )
}

const MAX_EVENTS = 5

/** The newest events of these monitors; an announcement that several of them report is returned once. */
async function latestEventsOf(monitors: readonly { readonly id: string }[], { storage, account }: PanelContext) {
  const lists = await Promise.all(
    monitors.map(({ id: monitorId }) =>
      listStoredEventsBefore(
        storage.db,
        { accountId: account.id, monitorId, isFolded: true },
        { before: undefined, limit: MAX_EVENTS },
      ),
    ),
  )
  const eventsByLead = new Map(lists.flat().map((event) => [event.lead_id, event]))
  return [...eventsByLead.values()]
    .toSorted((a, b) => b.id - a.id)
    .slice(0, MAX_EVENTS)
    .map(({ id, source, title, created_at, day }) => ({ id, source, title, created_at, day }))
}

/**
 * Finds monitors of the numbers themselves, not of filters. Only for the embedded service: a remote one would need a
 * call per number.
 */
const watchedCompanies: PanelHandler<'companies.watched'> = async ({ body }, { storage, account, isEmbedded }) => {
  if (!isEmbedded) return { items: [] }
  const values = {
    krs: body.companies.flatMap(({ krs }) => krs ?? []),
    nip: body.companies.flatMap(({ nip }) => nip ?? []),
    subject_id: body.companies.map(({ id }) => id.toLowerCase()),
  }
  const watchers = await Promise.all(watchedKinds.map((kind) => findIdentifierWatchers(storage.db, kind, values[kind])))
  const monitorByNumber = new Map(
    watchers
      .flat()
      .filter(({ accountId }) => accountId === account.id)
      .map(({ value, monitorId }) => [value, monitorId]),
  )
  const items = body.companies.flatMap(({ id, krs, nip }) => {
    const monitor = [krs, nip, id.toLowerCase()].flatMap((value) => monitorByNumber.get(value ?? '') ?? [])[0]
    return monitor === undefined ? [] : [{ company: id, monitor }]
  })
  return { items }
}

/** Announcements are masked here, unlike in their stream, so every role that may see companies may read them. */
export const rolesOfPart = (part: CompanyPart): readonly Role[] => {
  const operation = companyPartRows[part].operation
  return operation === 'stream.announcements' ? monitoringReaders : operationOf(operation).roles
}

function requirePartRole(part: CompanyPart, { user }: PanelContext): void {
  const roles = rolesOfPart(part)
  if (!roles.includes(user.role))
    throw new HttpError('role_required', 'Your role may not see this', { extra: { roles } })
}

const get: PanelHandler<'companies.get'> = async ({ params }, context) => {
  const { storage, account, user, now } = context
  const identity = await identifyCompany(context, params.number)
  const answers = await listCompanyAnswers(storage.db, { account_id: account.id, number: identity.number })
  const newest = new Map<CompanyPart, AnswerHead>()
  for (const answer of answers) {
    const { topic: part } = answer
    if (isCompanyPart(part) && rolesOfPart(part).includes(user.role) && !newest.has(part)) newest.set(part, answer)
  }
  const today = warsawDay(now)
  const monitors = await watchersOf(identity, context)
  return {
    company: identity.company,
    is_searched: identity.isSearched,
    number: identity.number,
    monitors,
    events: await latestEventsOf(monitors, context),
    parts: [...newest].map(([part, answer]) => ({ part, ...toPaidAnswer(answer) })),
    askable: companyParts.filter(
      (part) => rolesOfPart(part).includes(user.role) && toPartCall(part, { identity, today }) !== undefined,
    ),
    summary: await readSummary(newest, context),
    spent: spentSince(monthBounds(warsawMonth(now)).start, answers),
  }
}

function spentSince(from: string, answers: readonly AnswerHead[]): { pool: Pool; units: number }[] {
  const recent = answers.filter(({ asked_at: at }) => at >= from)
  return poolNames.flatMap((pool) => {
    const units = recent.reduce((sum, answer) => sum + (answer.pool === pool ? (answer.units ?? 0) : 0), 0)
    return units > 0 ? [{ pool, units }] : []
  })
}

const part: PanelHandler<'companies.part'> = async ({ params }, context) => {
  requirePartRole(params.part, context)
  const { number } = await identifyCompany(context, params.number)
  return readNewestAnswer({ part: params.part, number }, context)
}

const requestPart: PanelHandler<'companies.ask'> = async ({ params, body }, context) => {
  requirePartRole(params.part, context)
  const identity = await identifyCompany(context, params.number)
  const call = toPartCall(params.part, { identity, today: warsawDay(context.now) })
  if (call === undefined) throw new HttpError('not_askable', 'No identifier is known with which this could be queried')
  const requestedPart = { part: params.part, number: identity.number }
  const payment = {
    key: partKey(requestedPart),
    busyCode: 'asked_already',
    call,
    request: body,
    audit: { action: 'companies.ask', target: requestedPart.number, of: { company_part: requestedPart.part } },
    query: JSON.stringify(call.query),
  } as const
  const { units, left } = await payForPage(payment, context)
  return { ...(await readNewestAnswer(requestedPart, context)), units, left }
}

export const companyHandlers: PanelHandlersOf<'companies'> = {
  'companies.get': get,
  'companies.part': part,
  'companies.ask': requestPart,
  'companies.watched': watchedCompanies,
  'companies.held': async (_input, { storage, isEmbedded }) => ({
    has_companies: !isEmbedded || (await hasCompanies(storage.db)),
  }),
}
