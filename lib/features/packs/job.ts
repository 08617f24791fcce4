import { forEachAccount } from '@/lib/panel/each-account'
import type { PanelJob } from '@/lib/panel/job'
import { listAccountRows } from '@/lib/service/accounts/statements/accounts'

import { freezeEndedPeriods } from './freeze'

export const packsJob: PanelJob = {
  name: 'packs',
  everyMs: 10 * 60_000,
  run: async (dependencies, stopping) => {
    const { storage, clock, isEmbedded } = dependencies
    const accounts = (await listAccountRows(storage.db)).map((account) => ({
      account,
      callService: dependencies.callFor(account),
    }))
    await forEachAccount(
      accounts,
      (accountContext) => freezeEndedPeriods({ ...accountContext, storage, now: clock(), isEmbedded }),
      {
        ...dependencies,
        stopping,
        job: 'packs',
        accountOf: ({ account }) => account.id,
        failureMessage: 'the statement packs of an account were not created; the next run retries',
      },
    )
  },
}
