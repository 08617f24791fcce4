import { randomUUID } from 'node:crypto'

import { type BzpAlert, type BzpAlertBody, MAX_BZP_ALERTS, teamAlertRoles } from '@/lib/contract/panel/bzp-alerts'
import type { AuditDetails } from '@/lib/domain/audit/audit-words'
import { HttpError } from '@/lib/http/errors'
import { type AccountTx, inAccount } from '@/lib/storage/engine/account-lock'
import {
  countBzpAlerts,
  deleteBzpAlert,
  findAlertNamed,
  findSeenAlert,
  insertBzpAlert,
  listColleagues,
  listRecipients,
  replaceRecipients,
  type SeenAlert,
  updateBzpAlert,
} from '@/lib/storage/panel/bzp/alerts'
import { handOver, settleTelling } from '@/lib/storage/panel/bzp/handing-over'
import type { BzpAlertTable } from '@/lib/storage/panel/bzp/tables'
import { TEAM } from '@/lib/storage/panel/saved-views/saved-views'
import type { Db } from '@/lib/storage/storage'

import { recordChange } from '../audit/audit'
import type { PanelContext } from '../context'
import { checkedTerms, type AlertPreview, requireBearable, requireNoPesels, requireReaders } from './alert-checks'
import { filterOf, mayChange, readAlert, seerOf } from './alert-view'
import { readBaseline } from './baseline'
import { noSuchAlert, refusedAt } from './refusals'

export async function requireAlert(db: Db, context: PanelContext, id: string): Promise<SeenAlert> {
  const alert = await findSeenAlert(db, seerOf(context), id)
  if (!alert) throw noSuchAlert()
  return alert
}

export function requireChangeable(alert: Pick<BzpAlertTable, 'owner'>, { user }: PanelContext): void {
  if (mayChange(alert, user)) return
  throw new HttpError('role_required', 'Your role may not change alerts of the team', {
    extra: { roles: teamAlertRoles },
  })
}

const ownerOf = ({ is_team: isTeam }: BzpAlertBody, { user }: PanelContext): string => (isTeam ? TEAM : user.id)

/** Tells nobody: `audited` does, where it is the team's. */
export async function createAlert(body: BzpAlertBody, context: PanelContext, audited = true): Promise<BzpAlert> {
  const { account, user, now } = context
  const owner = ownerOf(body, context)
  requireChangeable({ owner }, context)
  requireNoPesels(body)
  await checkedTerms(body.filter)
  const preview = await context.ask('bzp.previewAlert', { body: body.filter })
  requireBearable(preview, body)
  const at = now.toISOString()
  const identity = { id: randomUUID(), account_id: account.id, created_by: user.id, created_at: at, digest_from: at }
  return inAccount(context, async (db) => {
    if ((await countBzpAlerts(db, account.id)) >= MAX_BZP_ALERTS) {
      throw new HttpError('limit', `An account has at most ${MAX_BZP_ALERTS} alerts`, {
        extra: { limit: MAX_BZP_ALERTS },
      })
    }
    const baseline = await readBaseline(db, context, preview)
    const row = { ...identity, ...baseline, ...columnsOf(body), owner, updated_at: at, tell_at: '' }
    await requireFreeName(db, row)
    await insertBzpAlert(db, row)
    await putRecipients(db, row, body)
    if (audited && owner === TEAM) await tell(db, context, { action: 'bzpAlerts.create', id: row.id, after: body })
    return readAlert(db, await requireAlert(db, context, row.id), context)
  })
}

export async function changeAlert(
  id: string,
  { updated_at: seenAt, ...body }: BzpAlertBody & { readonly updated_at?: string | undefined },
  context: PanelContext,
): Promise<BzpAlert> {
  const { storage, now } = context
  const known = await requireAlert(storage.db, context, id)
  const owner = ownerOf(body, context)
  for (const each of [known, { owner }]) requireChangeable(each, context)
  requireNoPesels(body)
  await checkedTerms(body.filter)
  const preview = await previewOf(known, body, context)
  return inAccount(context, async (db) => {
    const before = await requireAlert(db, context, id)
    await requireUnchanged(db, before, { ...context, seenAt })
    const row = { ...before, ...columnsOf(body), owner, updated_at: later(now, before.updated_at) }
    await requireFreeName(db, row)
    const former = await bodyOf(db, before)
    await updateBzpAlert(db, id, {
      ...columnsOf(body),
      owner,
      updated_at: row.updated_at,
      ...(isRescheduled(before, row) && { digest_from: now.toISOString() }),
      ...(preview.isOtherFilter && (await readBaseline(db, context, preview.answer))),
    })
    await putRecipients(db, row, body)
    if (row.delivery === 'none') await settleTelling(db, id)
    if (owner !== TEAM) await handOver(db, id, owner)
    const change = { action: 'bzpAlerts.update', id, before: former, after: body } as const
    if (before.owner === TEAM || owner === TEAM) await tell(db, context, change)
    return readAlert(db, await requireAlert(db, context, id), context)
  })
}

export async function removeAlert(id: string, context: PanelContext): Promise<void> {
  await inAccount(context, async (db) => {
    const alert = await requireAlert(db, context, id)
    requireChangeable(alert, context)
    const before = await bodyOf(db, alert)
    await deleteBzpAlert(db, alert)
    if (alert.owner === TEAM) await tell(db, context, { action: 'bzpAlerts.delete', id, before })
  })
}

/** What it finds is asked again only where another answer matters. */
async function previewOf(
  known: BzpAlertTable,
  body: BzpAlertBody,
  { ask }: PanelContext,
): Promise<{ readonly isOtherFilter: boolean; readonly answer: AlertPreview | undefined }> {
  const isOtherFilter = known.filter !== JSON.stringify(body.filter)
  const isOtherDelivery = body.delivery === 'at_once' && known.delivery !== 'at_once'
  if (!isOtherFilter && !isOtherDelivery) return { isOtherFilter, answer: undefined }
  const answer = await ask('bzp.previewAlert', { body: body.filter })
  requireBearable(answer, body)
  return { isOtherFilter, answer }
}

/** Two changes never have one instant, or the second of two editors would not be told. */
function later(now: Date, before: string): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()
}

type Editing = PanelContext & { readonly seenAt: string | undefined }

async function requireUnchanged(db: Db, alert: SeenAlert, { seenAt, ...context }: Editing): Promise<void> {
  if (seenAt === undefined || Date.parse(seenAt) >= Date.parse(alert.updated_at)) return
  throw new HttpError('alert_changed', 'Somebody else has changed the alert meanwhile', {
    extra: { alert: await readAlert(db, alert, context) },
  })
}

async function requireFreeName(db: Db, alert: BzpAlertTable): Promise<void> {
  const other = await findAlertNamed(db, alert)
  if (!other || other.id === alert.id) return
  throw refusedAt(['name'], 'name_taken', { msg: 'There is an alert of this name', name: alert.name })
}

/** An own alert tells who saved it, and nobody else. */
async function putRecipients(db: Db, { id, account_id, owner }: BzpAlertTable, { recipients }: BzpAlertBody) {
  if (owner !== TEAM) return replaceRecipients(db, id, [])
  requireReaders(recipients, await listColleagues(db, account_id))
  return replaceRecipients(db, id, recipients)
}

const columnsOf = ({ name, filter, delivery, digest_hour, muted_until }: BzpAlertBody) => ({
  name,
  filter: JSON.stringify(filter),
  delivery,
  digest_hour,
  muted_until: muted_until === null ? null : new Date(muted_until).toISOString(),
})

const isRescheduled = (before: BzpAlertTable, after: BzpAlertTable): boolean =>
  before.delivery !== after.delivery || before.digest_hour !== after.digest_hour

async function bodyOf(db: Db, alert: BzpAlertTable): Promise<BzpAlertBody> {
  const { id, account_id, name, owner, delivery, digest_hour, muted_until } = alert
  const recipients = (await listRecipients(db, account_id)).filter(({ alert_id }) => alert_id === id)
  return {
    name,
    filter: filterOf(alert),
    is_team: owner === TEAM,
    delivery,
    digest_hour,
    recipients: recipients.map(({ user_id }) => user_id),
    muted_until,
  }
}

type Told = {
  readonly action: 'bzpAlerts.create' | 'bzpAlerts.update' | 'bzpAlerts.delete'
  readonly id: string
  readonly before?: BzpAlertBody
  readonly after?: BzpAlertBody
}

/** People by their addresses: an id says nothing to a reader of the log. */
async function tell(db: AccountTx, context: PanelContext, { action, id, before, after }: Told): Promise<void> {
  const colleagues = await listColleagues(db, context.account.id)
  const emails = new Map(colleagues.map(({ user_id, email }) => [user_id, email]))
  const details = (body: BzpAlertBody | undefined): AuditDetails | undefined =>
    body && {
      name: body.name,
      conditions: saidIn(body),
      is_team: body.is_team,
      delivery: body.delivery,
      digest_hour: body.digest_hour,
      recipients: body.recipients.map((user) => emails.get(user) ?? user),
      muted_until: body.muted_until,
    }
  await recordChange(db, context, { action, target: id, before: details(before), after: details(after) })
}

/** What the filter asks, without the lists that ask nothing. */
const saidIn = ({ filter }: BzpAlertBody): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(filter).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== null)),
  )
