import { listEnabledRules, listRuledAccounts, type RuledAccount } from '@/lib/storage/panel/rules/rules'

import type { PanelJobDependencies } from '../job'
import { ruleKinds } from './kinds/registry'

type Finding = Pick<PanelJobDependencies, 'storage' | 'clock' | 'log' | 'askFor' | 'isEmbedded'>

/** Looks for all rules of all accounts at what came since the last time. */
export async function findForRules(finding: Finding, stopping?: AbortSignal): Promise<void> {
  for (const account of await listRuledAccounts(finding.storage.db)) {
    if (stopping?.aborted === true) return
    await findForAccount(finding, account)
  }
}

/** The trouble of one account, or of one kind, is not that of the others. */
async function findForAccount(finding: Finding, account: RuledAccount): Promise<void> {
  const { storage, clock, log, askFor, isEmbedded } = finding
  const rules = await listEnabledRules(storage.db, account.id)
  const { id, slug, sealed_api_key: sealedApiKey } = account
  const ask = askFor({ id, slug, sealedApiKey })
  for (const kind of ruleKinds) {
    if (!rules.some((rule) => rule.kind === kind.name)) continue
    await kind
      .find({ storage, now: clock(), ask, isEmbedded, account })
      .catch((error: unknown) =>
        log.warn({ err: error, account: slug, kind: kind.name }, 'rules found nothing; they look again'),
      )
  }
}
