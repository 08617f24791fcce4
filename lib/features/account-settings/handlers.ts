import { isRole } from '@/lib/domain/roles'
import { maySpend } from '@/lib/domain/spending'
import { recordChange } from '@/lib/features/audit/audit'
import type { AuditDetails } from '@/lib/features/audit/domain/audit-words'
import { signInMethodsOf } from '@/lib/features/auth/statements/sign-in-methods'
import { listMembers } from '@/lib/features/members/statements/members'
import {
  type RetentionTerm,
  retentionTerms,
  type RetentionTerms,
  termOf,
} from '@/lib/features/retention/domain/retention'
import { RISK } from '@/lib/features/rules/risk/payers'
import { listReaders } from '@/lib/features/rules/statements/rules'
import { hasSecondFactor } from '@/lib/features/security/factors'
import { listSpending } from '@/lib/features/spend-cap/statements/spenders'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import { TEAM_OWNER } from '@/lib/storage/owned'

import type { Spender } from './contract'
import { readAccountSettings, updateAccountSettings, readRetentionDefaults } from './statements'
import type { AccountSettingsTable } from './tables'

/**
 * Lists everything that runs automatically and may spend. The permission shown is the one that is checked at each run.
 */
async function listSpenders({ storage: { db }, account, user, isEmbedded }: PanelContext): Promise<Spender[]> {
  const { rules, checks, runs, reports, watch } = await listSpending(db, account.id, RISK)
  const { spending_roles: stored } = await readAccountSettings(db, account.id)
  const members = new Map((await listReaders(db, account.id)).map((member) => [member.user_id, member]))
  const paidBy = (id: string | null): Pick<Spender, 'payer' | 'may_spend'> => {
    const member = id === null ? undefined : members.get(id)
    return { payer: member?.email ?? null, may_spend: member !== undefined && maySpend(member.role, stored) }
  }
  /** Names of own rules are visible to their owners only. */
  const nameOf = ({ name, owner }: { readonly name: string; readonly owner: string }) =>
    owner === TEAM_OWNER || owner === user.id ? name : null
  return [
    ...rules.map((rule): Spender => ({
      kind: 'risk_rule',
      id: rule.id,
      name: nameOf(rule),
      ...paidBy(rule.owner === TEAM_OWNER ? (rule.payer ?? rule.created_by) : rule.owner),
      budget_units: parseBudget(rule.condition),
    })),
    ...checks.map(({ id, name, payer, budget_units }): Spender => ({
      kind: 'white_list_schedule',
      id,
      name,
      ...paidBy(payer),
      budget_units,
    })),
    ...runs.map(({ id, name, payer }): Spender => ({
      kind: 'white_list_run',
      id,
      name: name === '' ? null : name,
      ...paidBy(payer),
      budget_units: null,
    })),
    ...reports.map((schedule): Spender => ({
      kind: 'report_schedule',
      id: schedule.id,
      name: nameOf(schedule),
      // Team schedules from before the payer was stored have no payer, and no lost permission stops them.
      ...(schedule.owner === TEAM_OWNER && schedule.payer === null
        ? { payer: null, may_spend: true }
        : paidBy(schedule.owner === TEAM_OWNER ? schedule.payer : schedule.owner)),
      budget_units: null,
    })),
    // The embedded service has its notices in the same database, so reading them is free.
    ...(watch && !isEmbedded ? [bzpBudget(account.id, watch.budget_units)] : []),
  ]
}

const bzpBudget = (id: string, units: number): Spender => ({
  kind: 'bzp_budget',
  id,
  name: null,
  payer: null,
  may_spend: true,
  budget_units: units,
})

/** Safe: the condition was validated by its schema. */
const parseBudget = (condition: string): number =>
  (JSON.parse(condition) as { readonly budget_units: number }).budget_units

type Settings = Omit<AccountSettingsTable, 'account_id'>
type Change = { readonly [F in keyof Settings]?: Settings[F] | undefined }

export const accountSettingsHandlers: PanelHandlersOf<'accountSettings'> = {
  'accountSettings.read': async (_input, { storage, account, idleMinutes }) => {
    const { account_id: _, spending_roles: spending, ...settings } = await readAccountSettings(storage.db, account.id)
    return {
      ...settings,
      spending_roles: spending === null ? null : parseRoles(spending),
      without_second_factor: await countWithoutSecondFactor(storage.db, account.id),
      longest_idle_minutes: idleMinutes,
      kept_by_default: await readRetentionDefaults(storage.db),
    }
  },
  'accountSettings.spenders': async (_input, context) => ({ items: await listSpenders(context) }),
  'accountSettings.update': async ({ body }, context) => {
    const { spending_roles: spending, ...rest } = body
    const stored = spending && JSON.stringify([...new Set(spending)].toSorted())
    await applyChange(context, { ...rest, ...(spending !== undefined && { spending_roles: stored ?? null }) })
  },
  'accountSettings.requireSecondFactor': async ({ body }, context) => {
    const { storage, account, user, now } = context
    const { second_factor_required_at: since } = await readAccountSettings(storage.db, account.id)
    if ((since !== null) === body.required) return
    // Otherwise owners would lock themselves out.
    if (body.required && !(await hasSecondFactor(storage.db, user.id))) {
      throw new HttpError('conflict', 'Set up your own second factor first')
    }
    await applyChange(context, { second_factor_required_at: body.required ? now.toISOString() : null })
  },
}

/** Writes and records only values that differ. */
async function applyChange(context: PanelContext, wanted: Change): Promise<void> {
  const { storage, account } = context
  await inAccounts(storage, [account.id], async (db) => {
    const current = await readAccountSettings(db, account.id)
    const entries = Object.entries(wanted).filter(
      ([key, value]) => value !== undefined && current[key as keyof Settings] !== value,
    )
    if (entries.length === 0) return
    await updateAccountSettings(db, account.id, Object.fromEntries(entries))
    // The log records the effective values, including the operator's defaults.
    const defaults = await readRetentionDefaults(db)
    const effectiveValuesOf = (settings: Change) =>
      Object.fromEntries(entries.map(([key]) => [key, effectiveValue(key, settings, defaults)])) as AuditDetails
    const [before, after] = [effectiveValuesOf(current), effectiveValuesOf(wanted)]
    await recordChange(db, context, { action: 'accountSettings.update', before, after })
  })
}

const isTerm = (key: string): key is RetentionTerm => retentionTerms.some((term) => term === key)

const effectiveValue = (key: string, settings: Change, defaults: RetentionTerms) =>
  // Safe: the keys come from the requested change.
  isTerm(key) ? termOf(settings[key] ?? null, defaults[key]) : settings[key as keyof Settings]

const parseRoles = (json: string) => {
  const read: unknown = JSON.parse(json)
  return Array.isArray(read) ? read.filter(isRole) : []
}

async function countWithoutSecondFactor(db: PanelContext['storage']['db'], accountId: string): Promise<number> {
  const { authenticators, passkeys, sso } = await signInMethodsOf(db, accountId)
  const members = await listMembers(db, accountId)
  return members.filter(({ user_id: id }) => !authenticators.has(id) && !passkeys.has(id) && !sso.has(id)).length
}
