import { randomUUID } from 'node:crypto'

import { isApiError } from '@/lib/domain/api-error'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { recordChange } from '@/lib/features/audit/audit'
import type { PurposeRenewalTable } from '@/lib/features/audit/tables'
import { eachPerson, type WatchedRecord } from '@/lib/features/personal-data/watched-records'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { pick } from '@/lib/panel/json-field'
import { inAccount } from '@/lib/storage/engine/account-lock'

import { DEFAULT_RETENTION_MONTHS, type OverdueMonitor } from './contract'
import { retentionCutoff } from './domain/retention'
import {
  deleteRenewals,
  insertRenewals,
  listLastRenewals,
  readRetentionMonths,
  writeRetentionMonths,
} from './statements/retention'

export const retentionHandlers: PanelHandlersOf<'retention'> = {
  'retention.list': async ({ query }, context) => {
    const { storage, account, callService, now } = context
    const months = await monthsOf(context)
    const cutoff = retentionCutoff(now, months)
    const renewals = await listLastRenewals(storage.db, account.id)
    const overdue: OverdueMonitor[] = []
    let persons = 0
    for await (const person of eachPerson(callService)) {
      persons += 1
      const { created_at: createdAt } = person
      const renewal = renewals.get(person.id)
      if (createdAt && purposeSince(createdAt, renewal) < cutoff) overdue.push(toOverdue(person, createdAt, renewal))
    }
    const since = ({ created_at, renewed }: OverdueMonitor) => renewed?.at ?? created_at
    const items = overdue.toSorted((a, b) => compareValues(since(a), since(b))).slice(0, query.limit)
    return { months, persons, overdue: overdue.length, items }
  },
  'retention.setMonths': async ({ body }, context) => {
    const { account } = context
    const before = { months: await monthsOf(context) }
    if (before.months === body.months) return body
    await inAccount(context, async (db) => {
      await recordChange(db, context, { action: 'retention.setMonths', before, after: body })
      await writeRetentionMonths(db, account.id, body.months)
    })
    return body
  },
  'retention.renew': async ({ body }, context) => {
    const { account, user, now } = context
    const ids = await personsAmong(context, body.ids)
    const reason = maskPesels(body.reason)
    const row = { account_id: account.id, renewed_at: now.toISOString(), actor: user.email, reason }
    await inAccount(context, async (db) => {
      const target = ids.length === 1 ? (ids[0] ?? null) : null
      await recordChange(db, context, {
        action: 'retention.renew',
        target,
        after: { monitors: ids.length, reason, ids },
      })
      await insertRenewals(
        db,
        ids.map((monitor_id) => ({ id: randomUUID(), monitor_id, ...row })),
      )
    })
    return { renewed: ids.length }
  },
  'retention.delete': async ({ body }, context) => {
    let deleted = 0
    for (const id of new Set(body.ids)) deleted += (await deletePerson(context, id)) ? 1 : 0
    return { deleted }
  },
}

const monthsOf = async ({ storage, account }: PanelContext): Promise<number> =>
  (await readRetentionMonths(storage.db, account.id)) ?? DEFAULT_RETENTION_MONTHS

const purposeSince = (createdAt: string, renewal: PurposeRenewalTable | undefined): string =>
  renewal && renewal.renewed_at > createdAt ? renewal.renewed_at : createdAt

const toOverdue = (
  person: WatchedRecord,
  createdAt: string,
  renewal: PurposeRenewalTable | undefined,
): OverdueMonitor => ({
  id: person.id,
  identifier_type: 'pesel',
  identifier_value: person.identifier_value ?? null,
  subject_name: person.subject_name ?? null,
  label: person.label ?? null,
  tags: person.tags ?? [],
  created_at: createdAt,
  renewed: renewal ? { at: renewal.renewed_at, by: renewal.actor, reason: renewal.reason } : null,
})

/** Which of the ids are monitors of persons; a deleted monitor needs no purpose. */
async function personsAmong({ callService }: PanelContext, ids: readonly string[]): Promise<string[]> {
  const wanted = new Set(ids)
  const found: string[] = []
  for await (const { id } of eachPerson(callService)) {
    if (wanted.delete(id)) found.push(id)
    if (wanted.size === 0) break
  }
  return found
}

/** False if the monitor is deleted already or does not watch a person. */
async function deletePerson(context: PanelContext, id: string): Promise<boolean> {
  const { callService, account } = context
  try {
    const person = await callService('monitors.get', { params: { id } })
    if (person.identifier_type !== 'pesel') return false
    await callService('monitors.delete', { params: { id } })
    const before = pick(person, ['identifier_type', 'identifier_value', 'label', 'tags'])
    await inAccount(context, async (tx) => {
      await recordChange(tx, context, {
        action: 'monitors.delete',
        target: id,
        before,
        after: { because: 'retention' },
      })
      await deleteRenewals(tx, account.id, id)
    })
    return true
  } catch (error) {
    if (isApiError(error) && error.status === 404) return false
    throw error
  }
}
