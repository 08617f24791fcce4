import { readAccountSettings, updateAccountSettings } from '@/lib/features/account-settings/statements'
import { recordChange } from '@/lib/features/audit/audit'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { inAccount } from '@/lib/storage/engine/account-lock'

import { hasRule, hasWhiteListRun, isAccountSince } from './statements'

/** The number comes from the service, which may be a remote one. Without an answer nothing is suggested. */
async function hasMonitors({ callService, log }: PanelContext): Promise<boolean> {
  try {
    const { counts } = await callService('usage.summary', {})
    return (counts?.monitors ?? 1) > 0
  } catch (error) {
    log.warn({ err: error }, 'the first steps are shown without the number of monitors')
    return true
  }
}

/** An account that is older and watches companies is not new, even if it never checks the white list. */
const NEW_FOR_MS = 30 * 86_400_000
const monthBefore = (now: Date): string => new Date(now.getTime() - NEW_FOR_MS).toISOString()

export const firstStepHandlers: PanelHandlersOf<'firstSteps'> = {
  'firstSteps.get': async (_input, context) => {
    const { storage, account } = context
    const { first_steps_dismissed_at: dismissedAt } = await readAccountSettings(storage.db, account.id)
    const isDone = { has_companies: true, has_rules: true, has_check: true }
    if (dismissedAt !== null) return { is_shown: false, ...isDone }
    const steps = {
      has_companies: await hasMonitors(context),
      has_rules: await hasRule(storage.db, account.id),
      has_check: await hasWhiteListRun(storage.db, account.id),
    }
    const knowsPanel = steps.has_companies && (await isAccountSince(storage.db, account.id, monthBefore(context.now)))
    return { is_shown: !knowsPanel && !Object.values(steps).every(Boolean), ...steps }
  },
  'firstSteps.dismiss': async ({ body }, context) => {
    const { account, now } = context
    await inAccount(context, async (tx) => {
      const dismissedAt = body.is_dismissed ? now.toISOString() : null
      await updateAccountSettings(tx, account.id, { first_steps_dismissed_at: dismissedAt })
      const action = body.is_dismissed ? 'firstSteps.dismiss' : 'firstSteps.show'
      await recordChange(tx, context, { action, target: account.id })
    })
  },
}
