import type { AuditDetails } from '@/lib/domain/audit/audit-words'
import { type KeptTerm, keptTerms, type KeptTerms, termOf } from '@/lib/domain/retention'
import { isRole } from '@/lib/domain/roles'
import { HttpError } from '@/lib/http/errors'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import {
  readAccountSettings,
  updateAccountSettings,
  readRetentionDefaults,
} from '@/lib/storage/people/account-settings'
import { listMembers } from '@/lib/storage/people/members'
import { signInMethodsOf } from '@/lib/storage/people/sign-in-methods'
import type { AccountSettingsTable } from '@/lib/storage/people/tables'

import { recordChange } from '../audit/audit'
import type { PanelContext, PanelHandlersOf } from '../context'
import { mayRequireSecondFactor } from '../second-factor/factors'
import { listSpenders } from './spenders'

type Settings = Omit<AccountSettingsTable, 'account_id'>
type Change = { readonly [F in keyof Settings]?: Settings[F] | undefined }

export const accountSettingsHandlers: PanelHandlersOf<'accountSettings'> = {
  'accountSettings.read': async (_input, { storage, account, idleMinutes }) => {
    const { account_id: _, spending_roles: spending, ...settings } = await readAccountSettings(storage.db, account.id)
    return {
      ...settings,
      spending_roles: spending === null ? null : rolesIn(spending),
      without_second_factor: await countWithoutSecondFactor(storage.db, account.id),
      longest_idle_minutes: idleMinutes,
      kept_by_default: await readRetentionDefaults(storage.db),
    }
  },
  'accountSettings.spenders': async (_input, context) => ({ items: await listSpenders(context) }),
  'accountSettings.update': async ({ body }, context) => {
    const { spending_roles: spending, ...rest } = body
    const stored = spending && JSON.stringify([...new Set(spending)].toSorted())
    await change(context, { ...rest, ...(spending !== undefined && { spending_roles: stored ?? null }) })
  },
  'accountSettings.requireSecondFactor': async ({ body }, context) => {
    const { storage, account, user, now } = context
    const { second_factor_required_at: since } = await readAccountSettings(storage.db, account.id)
    if ((since !== null) === body.required) return
    if (body.required && !(await mayRequireSecondFactor(storage.db, user.id))) {
      throw new HttpError('conflict', 'Set up your own second factor first')
    }
    await change(context, { second_factor_required_at: body.required ? now.toISOString() : null })
  },
}

/** Only what differs is changed, and recorded. */
async function change(context: PanelContext, wanted: Change): Promise<void> {
  const { storage, account } = context
  await inAccounts(storage, [account.id], async (db) => {
    const held = await readAccountSettings(db, account.id)
    const entries = Object.entries(wanted).filter(
      ([key, value]) => value !== undefined && held[key as keyof Settings] !== value,
    )
    if (entries.length === 0) return
    await updateAccountSettings(db, account.id, Object.fromEntries(entries))
    // The log says what holds, whoever decided it.
    const byDefault = await readRetentionDefaults(db)
    const wordsOf = (settings: Change) =>
      Object.fromEntries(entries.map(([key]) => [key, heldOf(key, settings, byDefault)])) as AuditDetails
    const [before, after] = [wordsOf(held), wordsOf(wanted)]
    await recordChange(db, context, { action: 'accountSettings.update', before, after })
  })
}

const isTerm = (key: string): key is KeptTerm => keptTerms.some((term) => term === key)

const heldOf = (key: string, settings: Change, byDefault: KeptTerms) =>
  // Sound: keys of what was asked to be changed.
  isTerm(key) ? termOf(settings[key] ?? null, byDefault[key]) : settings[key as keyof Settings]

const rolesIn = (json: string) => {
  const read: unknown = JSON.parse(json)
  return Array.isArray(read) ? read.filter(isRole) : []
}

async function countWithoutSecondFactor(db: PanelContext['storage']['db'], accountId: string): Promise<number> {
  const { authenticators, passkeys, sso } = await signInMethodsOf(db, accountId)
  const members = await listMembers(db, accountId)
  return members.filter(({ user_id: id }) => !authenticators.has(id) && !passkeys.has(id) && !sso.has(id)).length
}
