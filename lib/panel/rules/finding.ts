import { listEnabledRules, listRuledAccounts, type RuledAccount } from '@/lib/storage/panel/rules/rules'

import { eachAccount } from '../each-account'
import type { PanelJobDependencies } from '../job'
import { ruleKinds } from './kinds/registry'

type Finding = Pick<PanelJobDependencies, 'storage' | 'clock' | 'log' | 'askFor' | 'isEmbedded'>

/** Looks for all rules of all accounts at what came since the last time. */
export async function findForRules(finding: Finding, stopping?: AbortSignal): Promise<void> {
  const { storage, log, isEmbedded } = finding
  await eachAccount(await listRuledAccounts(storage.db), (account) => findForAccount(finding, account), {
    storage,
    log,
    isEmbedded,
    stopping,
    job: 'rules',
    accountOf: ({ id }) => id,
    trouble: 'rules found nothing; they look again',
  })
}

/** The trouble of one kind is not that of the others; the first is thrown once all kinds were looked at. */
async function findForAccount(finding: Finding, account: RuledAccount): Promise<void> {
  const { storage, clock, askFor, isEmbedded } = finding
  const troubles: Error[] = []
  const rules = await listEnabledRules(storage.db, account.id)
  const { id, slug, sealed_api_key: sealedApiKey } = account
  const ask = askFor({ id, slug, sealedApiKey })
  for (const kind of ruleKinds) {
    if (!rules.some((rule) => rule.kind === kind.name)) continue
    await kind.find({ storage, now: clock(), ask, isEmbedded, account }).catch((cause: unknown) => {
      troubles.push(new Error(`Rules of ${kind.name} found nothing: ${String(cause)}`, { cause }))
    })
  }
  if (troubles[0]) throw troubles[0]
}
