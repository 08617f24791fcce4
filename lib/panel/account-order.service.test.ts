import { describe, expect, it } from 'vitest'

import { type AuditEvent, recordAudit, recordChange } from '@/lib/features/audit/audit'
import { insertEntry } from '@/lib/features/audit/statements/audit'
import type { AuditEntryTable } from '@/lib/features/audit/tables'
import { removeOtherAssignees } from '@/lib/features/bzp/statements/readings'
import { endWaiting } from '@/lib/features/channels/statements'
import { lockQueueingChannels } from '@/lib/features/deliveries/statements/queued'
import { updateMember } from '@/lib/features/members/statements/members'
import { lockRuleCursor } from '@/lib/features/rules/statements/cursors'
import { lockRiskWatch } from '@/lib/features/rules/statements/risk-watches'
import { updateRule } from '@/lib/features/rules/statements/rules'
import { lockWhiteListRun, updateWhiteListRun } from '@/lib/features/white-list/statements/runs'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'
import type { Storage } from '@/lib/storage/storage'
import { engines, startTestService } from '@/lib/testing/service'

import type { PanelContext } from './context'

/** This function is never called. The test is that tsc rejects each of its statements. */
export const wrongOrders = ({ db }: Storage, event: AuditEvent, context: PanelContext) =>
  db.transaction().execute(async (tx) => {
    // @ts-expect-error a row is locked before its account
    await lockWhiteListRun(tx, 'run')
    // @ts-expect-error a row is written before its account is locked
    await updateWhiteListRun(tx, 'run', { state: 'done' })
    // @ts-expect-error the cursor of rules is locked before its account
    await lockRuleCursor(tx, { account_id: 'account', kind: 'events' })
    // @ts-expect-error a rule is written before its account is locked
    await updateRule(tx, 'rule', { last_notified_hit: 1 })
    // @ts-expect-error a risk watch is locked before its account
    await lockRiskWatch(tx, { account_id: 'account', month: '2026-11', day: '2026-11-20' })
    // @ts-expect-error a hit of a tender rule is written before its account is locked
    await removeOtherAssignees(tx, 'rule', 'user')
    // @ts-expect-error channels are locked before their account
    await lockQueueingChannels(tx, 'account', ['channel'])
    // @ts-expect-error queued messages of a channel are cancelled before their account is locked
    await endWaiting(tx, 'channel', { state: 'dead', last_error: null })
    // @ts-expect-error a member is updated outside of a transaction
    await updateMember(db, { account_id: 'account', user_id: 'user' }, { role: 'viewer' })
    // @ts-expect-error an audit event is recorded in a transaction without locks
    await recordAudit(tx, event)
    // @ts-expect-error a change is recorded in a transaction without locks
    await recordChange(tx, context, event)
    // @ts-expect-error an audit entry is inserted in a transaction without locks
    await insertEntry(tx, {} as AuditEntryTable)
    // @ts-expect-error only `inAccount` creates an AccountTx
    const accountTx: AccountTx = tx
    return accountTx
  })

describe.each(engines)('a transaction that locks an account, on %s', (engine) => {
  it('cannot write to the audit log of another account', async () => {
    const service = await startTestService({ engine })
    const [account, other] = [await service.createAccount(), await service.createAccount()]
    const event = {
      accountId: other.accountId,
      actor: 'a',
      action: 'filters.update',
      now: service.clock.now(),
    } as const
    const recording = inAccounts(service.storage, [account.accountId], (tx) => recordAudit(tx, event))
    await expect(recording).rejects.toThrow('is not locked')
    await service.stop()
  })
})
