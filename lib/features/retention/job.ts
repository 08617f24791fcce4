import { recordAudit } from '@/lib/features/audit/audit'
import { deleteOldDeliveries } from '@/lib/features/deliveries/statements/deliveries'
import { eraseMailsBefore } from '@/lib/features/deliveries/statements/mails'
import { deleteEventsBefore } from '@/lib/features/events/statements/panel-events'
import { deleteDraftPacksBefore } from '@/lib/features/packs/statements'
import { deleteHitsBefore } from '@/lib/features/rules/statements/hits'
import { deleteRuleNoticesBefore } from '@/lib/features/rules/statements/notices'
import type { PanelJob, PanelJobDependencies } from '@/lib/panel/job'
import { inAccounts } from '@/lib/storage/engine/account-lock'

import { deleteOldEntries } from './delete-old-entries'
import { retentionCutoff } from './domain/retention'
import { type RetentionAccount, listRetentionAccounts, writeRetainedPeriod } from './statements/periods'

const DAY_MS = 86_400_000

/**
 * Deletes data older than the accounts' retention periods. Without a decision by an owner or the operator, nothing is
 * deleted.
 */
export const retentionJob: PanelJob = {
  name: 'retention',
  everyMs: 6 * 3_600_000,
  run: async (dependencies) => {
    for (const settings of await listRetentionAccounts(dependencies.storage.db)) {
      await deleteForAccount(dependencies, settings).catch((error: unknown) =>
        dependencies.log.warn(
          { err: error, account: settings.account_id },
          'expired data were not deleted; the next run retries',
        ),
      )
    }
  },
}

async function deleteForAccount(dependencies: PanelJobDependencies, settings: RetentionAccount): Promise<void> {
  const { storage, log, clock } = dependencies
  const { account_id: accountId, event_months, audit_months, draft_days } = settings
  const now = clock()
  if (event_months !== null) await deleteOldEvents(dependencies, accountId, retentionCutoff(now, event_months))
  if (draft_days !== null) {
    const before = new Date(now.getTime() - draft_days * DAY_MS).toISOString()
    await inAccounts(storage, [accountId], (db) => deleteDraftPacksBefore(db, accountId, before))
  }
  if (audit_months === null) return
  const isIntact = await deleteOldEntries(storage, { accountId, before: retentionCutoff(now, audit_months), now })
  if (!isIntact)
    log.error({ event: 'audit.broken', account: accountId }, 'an audit log is inconsistent; none of it is deleted')
}

/** Deletion and the new beginning of the stored events are saved together, because certificates mention it. */
async function deleteOldEvents(
  { storage, clock }: PanelJobDependencies,
  accountId: string,
  before: string,
): Promise<void> {
  // Messages about the deleted events repeat their content.
  await deleteOldDeliveries(storage.db, { accountId, before })
  await inAccounts(storage, [accountId], async (db) => {
    const events = await deleteEventsBefore(db, accountId, before)
    await deleteHitsBefore(db, accountId, before)
    await deleteRuleNoticesBefore(db, accountId, before)
    await eraseMailsBefore(db, before, accountId)
    if (events === 0) return
    await writeRetainedPeriod(db, accountId, { events_from: before })
    const event = { accountId, actor: 'panel', action: 'events.retention', after: { events }, now: clock() } as const
    await recordAudit(db, event)
  })
}
