import type { BzpAlert, BzpAlertBody, BzpSend } from '@/lib/contract/panel/bzp-alerts'
import type { Rule, RuleBody, RuleNotice, RuleTarget } from '@/lib/contract/panel/rules'
import { HttpError, ValidationError } from '@/lib/http/errors'
import { countMatches } from '@/lib/storage/panel/bzp/matches'
import { listColleagues } from '@/lib/storage/panel/bzp/readings'
import { listTargets } from '@/lib/storage/panel/rules/rules'
import type { RuleTable } from '@/lib/storage/panel/rules/tables'
import { findUser } from '@/lib/storage/people/users'
import type { Db } from '@/lib/storage/storage'

import type { PanelContext } from '../context'
import { localeOf } from '../mail/person-mail'
import { readRule, readRules, ruleSeerOf } from '../rules/rule-view'
import { changeRule, createRule, requireRule } from '../rules/rules'
import { toColleague } from './match-view'

/** All alerts that a user sees, by name. */
export async function readAlerts(db: Db, context: PanelContext): Promise<BzpAlert[]> {
  const rules = await readRules(db, context, 'tender')
  return rules.length === 0 ? [] : toAlerts(db, rules, context)
}

async function toAlerts(db: Db, rules: readonly Rule[], context: PanelContext): Promise<BzpAlert[]> {
  const colleagues = await listColleagues(db, context.account.id)
  const counts = new Map((await countMatches(db, ruleSeerOf(context))).map((each) => [each.alert_id, each]))
  return rules.map((rule) => {
    const { id, name, is_team, condition, timing, digest_hour, muted_until, targets, next_at } = rule
    const told = new Set(targets.flatMap(({ kind, target }) => (kind === 'member' ? [target] : [])))
    const found = counts.get(id)
    if (condition.kind !== 'tender') throw new Error('A rule of another kind is no alert of tenders')
    return {
      id,
      name,
      filter: condition.filter,
      is_team,
      delivery: timing === 'hourly' ? 'at_once' : timing,
      digest_hour,
      recipients: is_team ? colleagues.filter(({ user_id: user }) => told.has(user)).map(toColleague) : [],
      muted_until,
      created_by: rule.created_by,
      is_own: rule.is_own,
      may_change: rule.may_change,
      created_at: rule.created_at,
      updated_at: rule.updated_at,
      match_count: found?.matches ?? 0,
      new_count: found?.unseen ?? 0,
      last_match_at: found?.last_at ?? null,
      next_digest_at: timing === 'daily' || timing === 'weekly' ? next_at : null,
    }
  })
}

const readAlert = async (db: Db, rule: Rule, context: PanelContext): Promise<BzpAlert> => {
  const [alert] = await toAlerts(db, [rule], context)
  if (!alert) throw new Error('unreachable')
  return alert
}

async function ruleBodyOf(body: BzpAlertBody, context: PanelContext): Promise<RuleBody> {
  const { storage, user } = context
  const told = body.is_team ? [...new Set(body.recipients)] : [user.id]
  return {
    name: body.name,
    is_team: body.is_team,
    condition: { kind: 'tender', filter: body.filter },
    timing: body.delivery,
    digest_hour: body.digest_hour,
    weekday: 1,
    working_days_only: false,
    quiet: null,
    muted_until: body.muted_until,
    enabled: true,
    language: localeOf((await findUser(storage.db, user.id)) ?? { locale: null }),
    targets: told.map((target) => ({ kind: 'member', target })),
  }
}

export async function createAlert(body: BzpAlertBody, context: PanelContext, isAudited?: boolean): Promise<BzpAlert> {
  const saved = await createRule(await ruleBodyOf(body, context), context, isAudited).catch(inWordsOfAlerts)
  return readAlert(context.storage.db, saved, context)
}

export async function changeAlert(
  id: string,
  { updated_at: seenAt, ...body }: BzpAlertBody & { readonly updated_at?: string | undefined },
  context: PanelContext,
): Promise<BzpAlert> {
  const { db } = context.storage
  try {
    const { row } = await requireRule(db, context, id)
    const kept = await keptOf(db, row)
    const { targets, ...rest } = await ruleBodyOf(body, context)
    const change = { ...rest, ...kept, targets: [...targets, ...kept.targets], updated_at: seenAt }
    return await readAlert(db, await changeRule(id, change, context), context)
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'rule_changed') return inWordsOfAlerts(error)
    const rule = await readRule(db, await requireRule(db, context, id), context)
    throw new HttpError('alert_changed', 'Somebody else has changed the alert meanwhile', {
      extra: { alert: await readAlert(db, rule, context) },
    })
  }
}

/** What a form of alerts does not know. */
async function keptOf(db: Db, row: RuleTable): Promise<Pick<RuleBody, Kept>> {
  const targets = (await listTargets(db, row.id)).flatMap(({ kind, target }): RuleTarget[] =>
    kind === 'member' ? [] : [{ kind, target }],
  )
  const { weekday, quiet_from: from, quiet_to: to, language, enabled, working_days_only: isWorking } = row
  const quiet = from === null || to === null ? null : { from, to }
  return { weekday, quiet, language, enabled: enabled === 1, working_days_only: isWorking === 1, targets }
}
type Kept = 'weekday' | 'quiet' | 'language' | 'enabled' | 'working_days_only' | 'targets'

const former: Readonly<Record<string, string>> = { timing: 'delivery', targets: 'recipients' }

/** Places of a rule by what files of alerts and their form call them. */
function inWordsOfAlerts(error: unknown): never {
  if (!(error instanceof ValidationError)) throw error
  throw new ValidationError(
    error.detail.map((each) => ({
      ...each,
      loc: each.loc.filter((part) => part !== 'condition').map((part) => former[part] ?? part),
    })),
  )
}

export const toSend = (notice: RuleNotice, tenderIds: readonly string[]): BzpSend => ({
  id: notice.id,
  at: notice.at,
  kind: notice.kind,
  match_count: notice.hit_count,
  tender_ids: [...tenderIds],
  deliveries: notice.deliveries.map(({ recipient, state, sent_at, error }) => ({
    recipient: recipient ?? '',
    state,
    sent_at,
    error,
  })),
})
