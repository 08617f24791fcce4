import { groupBy } from '@/lib/domain/collections/group-by'
import { forEachAccount } from '@/lib/panel/each-account'
import type { PanelJobDependencies } from '@/lib/panel/job'

import type { RuleCheckContext } from './kinds/kind'
import { ruleKinds } from './kinds/registry'
import { beginRuleCheck, type DueCheck, dropRuleCheck, endRuleCheck, listDueChecks } from './statements/checks'
import { hasEnabledRule } from './statements/rules'

type RuleCheckDependencies = Pick<PanelJobDependencies, 'storage' | 'clock' | 'log' | 'callFor' | 'isEmbedded'>

/** Kinds of rules that are checked account by account. */
const kinds = new Map<string, Finder>(
  ruleKinds.flatMap(({ name, find, nextCheck }) => (find ? [[name, { name, find, nextCheck }]] : [])),
)
type Finder = {
  readonly name: string
  readonly find: (checkContext: RuleCheckContext) => Promise<void>
  readonly nextCheck: ((now: Date) => Date) | undefined
}

/** Upper limit for the pause between two checks of a kind. */
const MAX_PAUSE_MS = 3_600_000

/** Checks the rules of all accounts for new matches, wherever something changed since the last check. */
export async function findRuleMatches(dependencies: RuleCheckDependencies, stopping?: AbortSignal): Promise<void> {
  const { storage, clock } = dependencies
  const dueChecks = await listDueChecks(storage.db, { now: clock().toISOString(), kinds: [...kinds.keys()] })
  await forEachAccount(
    groupBy(dueChecks, ({ id }) => id).values(),
    (checks) => findAccountMatches(dependencies, checks),
    {
      ...dependencies,
      stopping,
      job: 'rules',
      accountOf: ([check]) => check?.id ?? '',
      failureMessage: 'rules were not checked; the next run retries',
    },
  )
}

/** An error in one kind does not stop the others; the first error is thrown once all kinds were checked. */
async function findAccountMatches(dependencies: RuleCheckDependencies, checks: readonly DueCheck[]): Promise<void> {
  const troubles: Error[] = []
  for (const check of checks) {
    const kind = kinds.get(check.kind)
    if (!kind) continue
    await findMatchesOfKind(dependencies, check, kind).catch((cause: unknown) => {
      troubles.push(new Error(`Rules of ${kind.name} were not checked: ${String(cause)}`, { cause }))
    })
  }
  if (troubles[0]) throw troubles[0]
}

/** Changes that arrive during the check schedule another one; a failed check is repeated in the next run. */
async function findMatchesOfKind(dependencies: RuleCheckDependencies, dueCheck: DueCheck, kind: Finder): Promise<void> {
  const { storage, clock, callFor, isEmbedded } = dependencies
  const { id: accountId } = dueCheck
  const now = clock()
  const check = { accountId, kind: kind.name }
  const mark = await beginRuleCheck(storage.db, check, now)
  let next: Date | undefined
  try {
    if (!(await hasEnabledRule(storage.db, accountId, kind.name)))
      return await dropRuleCheck(storage.db, { ...check, mark })
    await kind.find({ storage, now, callService: callFor(dueCheck), isEmbedded, account: dueCheck })
    const latest = new Date(now.getTime() + MAX_PAUSE_MS)
    const wanted = kind.nextCheck?.(now) ?? latest
    next = wanted < latest ? wanted : latest
  } finally {
    await endRuleCheck(storage.db, { ...check, mark }, next)
  }
}
