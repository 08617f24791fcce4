import { describe, expect, it } from 'vitest'

import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'
import { insertEntry } from '@/lib/storage/panel/audit/audit'
import type { AuditEntryTable } from '@/lib/storage/panel/audit/tables'
import { handOver } from '@/lib/storage/panel/bzp/readings'
import { endWaiting } from '@/lib/storage/panel/delivery/channels'
import { lockQueueingChannels } from '@/lib/storage/panel/delivery/queued'
import { lockRuleCursor } from '@/lib/storage/panel/rules/cursors'
import { lockRiskWatch } from '@/lib/storage/panel/rules/risk-watches'
import { updateRule } from '@/lib/storage/panel/rules/rules'
import { lockWhiteListRun, updateWhiteListRun } from '@/lib/storage/panel/white-list/runs'
import { updateMember } from '@/lib/storage/people/members'
import type { Storage } from '@/lib/storage/storage'
import { engines, startTestService } from '@/lib/testing/service'

import { type AuditEvent, recordAudit, recordChange } from './audit/audit'
import type { PanelContext } from './context'

/** Never run: that none of these compiles is what is tested, by tsc. */
export const wrongOrders = ({ db }: Storage, event: AuditEvent, context: PanelContext) =>
  db.transaction().execute(async (tx) => {
    // @ts-expect-error a row is locked before its account
    await lockWhiteListRun(tx, 'run')
    // @ts-expect-error a row is written before its account is held
    await updateWhiteListRun(tx, 'run', { state: 'done' })
    // @ts-expect-error how far rules have looked is locked before the account
    await lockRuleCursor(tx, { account_id: 'account', kind: 'events' })
    // @ts-expect-error a rule is written before its account is held
    await updateRule(tx, 'rule', { told_up_to: 1 })
    // @ts-expect-error what was read of risk is locked before its account
    await lockRiskWatch(tx, { account_id: 'account', month: '2026-11', day: '2026-11-20' })
    // @ts-expect-error what a rule of tenders found is written before its account is held
    await handOver(tx, 'rule', 'user')
    // @ts-expect-error channels are locked before their account
    await lockQueueingChannels(tx, 'account', ['channel'])
    // @ts-expect-error what waits in a channel is ended before its account is held
    await endWaiting(tx, 'channel', { state: 'dead', last_error: null })
    // @ts-expect-error outside of any transaction
    await updateMember(db, { account_id: 'account', user_id: 'user' }, { role: 'viewer' })
    // @ts-expect-error an entry of the log in a transaction that holds nothing
    await recordAudit(tx, event)
    // @ts-expect-error
    await recordChange(tx, context, event)
    // @ts-expect-error
    await insertEntry(tx, {} as AuditEntryTable)
    // @ts-expect-error only `inAccount` makes one
    const made: AccountTx = tx
    return made
  })

describe.each(engines)('a transaction that holds an account, on %s', (engine) => {
  it('enters nothing in the log of another one', async () => {
    const at = await startTestService({ engine })
    const [own, other] = [await at.createAccount(), await at.createAccount()]
    const event = { accountId: other.accountId, actor: 'a', action: 'filters.update', now: at.clock.now() } as const
    const entered = inAccounts(at.storage, [own.accountId], (tx) => recordAudit(tx, event))
    await expect(entered).rejects.toThrow('is not held')
    await at.stop()
  })
})
