import { type ApiError, isApiError } from '@/lib/domain/api-error'
import { recordActionOnly } from '@/lib/features/audit/audit'
import { findUser } from '@/lib/features/members/statements/users'
import type { RuleBody } from '@/lib/features/rules/contract/rules'
import { createRule } from '@/lib/features/rules/rules'
import { HttpError, ValidationError } from '@/lib/http/errors'
import { parsePart } from '@/lib/http/validation'
import type { PanelContext, PanelHandler } from '@/lib/panel/context'
import { jsonField, jsonText } from '@/lib/panel/json-field'
import { localeOf } from '@/lib/panel/mail/person-mail'

import { type BzpAlertBody, bzpAlertBody, type ImportRefusal } from './contract/alerts'
import { alertRefusalOf, refusalNumbers } from './domain/alert-refusal'
import { listColleagues } from './statements/readings'

type Refusal = Omit<ImportRefusal, 'index' | 'name'>
type Outcome = { readonly name: string | null; readonly isTeam?: boolean; readonly refusal?: Refusal }

/** Alerts are saved one after another like manual ones, so that each counts towards the limits of the next. */
export const importHandler: PanelHandler<'bzpAlerts.import'> = async ({ body }, context) => {
  const colleagues = (await listColleagues(context.storage.db, context.account.id)).map(({ user_id: id }) => id)
  const outcomes: Outcome[] = []
  for (const item of body.items) outcomes.push(await importOne(item, colleagues, context))
  const teamAlertNames = outcomes.flatMap(({ name, isTeam }) => (isTeam === true && name !== null ? [name] : []))
  if (teamAlertNames.length > 0) {
    const after = { saved: teamAlertNames.length, alerts: teamAlertNames }
    await recordActionOnly(context, { action: 'bzpAlerts.import', target: null, after })
  }
  return {
    saved: outcomes.filter(({ refusal }) => refusal === undefined).length,
    refused: outcomes.flatMap(({ name, refusal }, index) => (refusal ? [{ index, name, ...refusal }] : [])),
  }
}

async function importOne(item: unknown, colleagues: readonly string[], context: PanelContext): Promise<Outcome> {
  const name = jsonText(item, 'name')
  try {
    // Safe: the value was parsed by this schema.
    const body = parsePart(bzpAlertBody, 'body', withKnownRecipients(item, colleagues)) as BzpAlertBody
    const { is_team: isTeam } = await createRule(await ruleOf(body, context), context, false)
    return { name, isTeam }
  } catch (error) {
    return { name, refusal: refusalOf(error) }
  }
}

async function ruleOf(body: BzpAlertBody, { storage, user }: PanelContext): Promise<RuleBody> {
  const { filter, delivery: timing, recipients, ...rest } = body
  const recipientIds = body.is_team ? [...new Set(recipients)] : [user.id]
  return {
    ...rest,
    condition: { kind: 'tender', filter },
    timing,
    enabled: true,
    language: localeOf((await findUser(storage.db, user.id)) ?? { locale: null }),
    targets: recipientIds.map((target) => ({ kind: 'member', target })),
  }
}

/**
 * Files may come from another account, whose members are unknown here. Recipients are ids, as in exported files, or
 * objects, as in answers of the interface.
 */
function withKnownRecipients(item: unknown, colleagues: readonly string[]): unknown {
  if (typeof item !== 'object' || item === null) return item
  const recipients = jsonField(item, 'recipients')
  const ids = Array.isArray(recipients) ? recipients.map((each: unknown) => jsonText(each, 'user_id') ?? each) : []
  return { ...item, recipients: ids.filter((id) => colleagues.some((known) => known === id)) }
}

const noDetails = { path: [], max: null, found: null }

/** Expected errors become a refusal of this alert; all others fail the whole request. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof ValidationError) {
    const [fault] = error.detail
    const path = fault?.loc.slice(1).filter((part) => part !== 'condition') ?? []
    return {
      code: alertRefusalOf(fault?.type ?? ''),
      path: path.map((part) => (part === 'timing' ? 'delivery' : part)),
      ...refusalNumbers(fault?.ctx),
    }
  }
  if (error instanceof HttpError) return panelRefusal(error)
  if (isApiError(error)) return serviceRefusal(error)
  throw error
}

function panelRefusal({ code, extra }: HttpError): Refusal {
  if (code === 'role_required') return { ...noDetails, code, path: ['is_team'] }
  return code === 'limit' ? { ...noDetails, code, ...refusalNumbers(extra) } : { ...noDetails, code: 'unavailable' }
}

/** The error has a path if the service rejected the filter, and none if the service was unreachable. */
function serviceRefusal({ fields: [field] }: ApiError): Refusal {
  return field === undefined
    ? { ...noDetails, code: 'unavailable' }
    : { ...noDetails, code: 'value', path: ['filter', ...field.path] }
}
