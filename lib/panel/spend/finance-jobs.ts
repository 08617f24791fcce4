import { listAccountRows } from '@/lib/storage/accounts/accounts'

import { eachAccount } from '../each-account'
import type { PanelJob, PanelJobDependencies } from '../job'
import { freezeEndedPeriods } from '../packs/freeze'
import { deliverDue } from './mail-outbox'

type Row = { readonly id: string; readonly slug: string; readonly name: string; readonly sealed_api_key: string | null }

const askFor = (of: PanelJobDependencies, { id, slug, sealed_api_key: sealedApiKey }: Row) =>
  of.askFor({ id, slug, sealedApiKey })

export const mailOutboxJob: PanelJob = {
  name: 'mail-outbox',
  everyMs: 20_000,
  run: async ({ storage, clock, log, mail }, stopping) => {
    const { mailer, unsubscribeLinks } = mail
    if (!mailer) return
    await leavingAfter(stopping, deliverDue({ storage, mailer, unsubscribeLinks, clock, log }, stopping))
  },
}

/** A server that hangs at a mail does not hold up the end of the process: the claim on the mail runs out, and it is sent after that. */
const GRACE_MS = 1000
const leavingAfter = (stopping: AbortSignal | undefined, work: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = () => void setTimeout(resolve, GRACE_MS)
    stopping?.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => stopping?.removeEventListener('abort', leave))
  })

export const periodPacksJob: PanelJob = {
  name: 'period-packs',
  everyMs: 10 * 60_000,
  run: async (dependencies, stopping) => {
    const { storage, clock, log, isEmbedded } = dependencies
    const freeze = (account: Row) =>
      freezeEndedPeriods({ storage, account, now: clock(), ask: askFor(dependencies, account), isEmbedded })
    await eachAccount(await listAccountRows(storage.db), freeze, {
      storage,
      log,
      isEmbedded,
      stopping,
      job: 'period-packs',
      accountOf: ({ id }) => id,
      trouble: 'the packs of an account were left for the next turn',
    })
  },
}
