import { Argument, type Command, InvalidArgumentError } from 'commander'

import { MAX_DRAFT_DAYS, MAX_KEPT_MONTHS } from '@/lib/features/account-settings/contract'
import {
  readAccountSettings,
  lockRetentionDefaults,
  readRetentionDefaults,
  writeRetentionDefaults,
} from '@/lib/features/account-settings/statements'
import {
  retentionTerms,
  type RetentionTerm,
  type RetentionTerms,
  retentionCutoff,
  termOf,
} from '@/lib/features/retention/domain/retention'
import { listAccountRows } from '@/lib/service/accounts/statements/accounts'

import { CommandFailure, type CommandContext, recordCommand, withCommandContext } from './command-context'
import { print, printTable } from './terminal'

const MAX_COUNTS: Readonly<Record<RetentionTerm, number>> = {
  event_months: MAX_KEPT_MONTHS,
  audit_months: MAX_KEPT_MONTHS,
  draft_days: MAX_DRAFT_DAYS,
}
const words = retentionTerms.map((term) => `${term}=1 to ${MAX_COUNTS[term]}`).join(', ')
const isTerm = (value: string): value is RetentionTerm => value in MAX_COUNTS

type Change = Partial<Record<RetentionTerm, number | null>>

/** Commands for the retention periods that apply to accounts whose owners have set none. */
export function addRetentionCommands(program: Command): void {
  const retention = program
    .command('retention')
    .description('how long accounts keep events, entries of the audit log and drafts')
  retention
    .command('list')
    .description('the defaults, and the values of each account')
    .action(() => withCommandContext(list))
  retention
    .command('set')
    .description('the defaults for accounts whose owners set none; older data are deleted within six hours')
    .addArgument(new Argument('<term=number...>', `${words}, or none`).argParser(addTerm))
    .option('--confirm', 'needed where something is kept for a shorter time than before')
    .action((change: Change, { confirm = false }: { confirm?: boolean }) =>
      withCommandContext((context) => set(context, change, confirm)),
    )
}

function addTerm(value: string, before: Change | undefined): Change {
  const [term = '', count = ''] = value.split('=')
  if (!isTerm(term)) throw new InvalidArgumentError(`Write term=number: ${words}, or none.`)
  if (count === 'none') return { ...before, [term]: null }
  const number = /^\d+$/.test(count) ? Number(count) : 0
  if (number >= 1 && number <= MAX_COUNTS[term]) return { ...before, [term]: number }
  throw new InvalidArgumentError(`${term} is a whole number from 1 to ${MAX_COUNTS[term]}, or none.`)
}

const settingText = (term: RetentionTerm, count: number | null): string =>
  `${term}=${count === null ? 'none' : String(count)}`

async function list({ dependencies: { storage } }: CommandContext): Promise<void> {
  const defaults = await readRetentionDefaults(storage.db)
  const rows = [['default', ...retentionTerms.map((term) => settingText(term, defaults[term])), '']]
  for (const { id, slug } of await listAccountRows(storage.db)) {
    const settings = await readAccountSettings(storage.db, id)
    const chosen = retentionTerms.filter((term) => settings[term] !== null)
    const terms = retentionTerms.map((term) => settingText(term, termOf(settings[term], defaults[term])))
    rows.push([slug, ...terms, chosen.length === 0 ? '' : `chosen by an owner: ${chosen.join(', ')}`])
  }
  printTable(rows)
}

async function set(context: CommandContext, change: Change, confirmed: boolean): Promise<void> {
  const { storage, clock } = context.dependencies
  const before = await readRetentionDefaults(storage.db)
  const shorter = retentionTerms.filter((term) => isShorter(before[term], change[term]))
  const affected = await accountsWithout(
    context,
    retentionTerms.filter((term) => term in change),
  )
  if (shorter.length > 0 && !confirmed) {
    for (const term of shorter)
      print(
        `${settingText(term, change[term] ?? null)}: what is older than ${cutoffOf(term, change[term] ?? 0, clock())} is deleted`,
      )
    print(`accounts without a choice of their own: ${affected.map(({ slug }) => slug).join(', ') || 'none'}`)
    throw new CommandFailure('Nothing was changed; what is deleted does not come back. Use --confirm to do it')
  }
  await storage.db.transaction().execute(async (db) => {
    const locked: RetentionTerms = await lockRetentionDefaults(db)
    await writeRetentionDefaults(db, { ...locked, ...change })
  })
  const previous = Object.fromEntries(
    retentionTerms.filter((term) => term in change).map((term) => [term, before[term]]),
  )
  for (const { id: accountId } of affected) {
    await recordCommand(context, {
      accountId,
      action: 'accountSettings.setDefaults',
      before: previous,
      after: { ...change },
    })
  }
  await list(context)
}

const isShorter = (before: number | null, after: number | null | undefined): boolean =>
  after !== undefined && after !== null && (before === null || after < before)

const DAY_MS = 86_400_000
const cutoffOf = (term: RetentionTerm, count: number, now: Date): string =>
  (term === 'draft_days' ? new Date(now.getTime() - count * DAY_MS).toISOString() : retentionCutoff(now, count)).slice(
    0,
    10,
  )

async function accountsWithout({ dependencies: { storage } }: CommandContext, terms: readonly RetentionTerm[]) {
  const affected = []
  for (const account of await listAccountRows(storage.db)) {
    const settings = await readAccountSettings(storage.db, account.id)
    if (terms.some((term) => settings[term] === null)) affected.push(account)
  }
  return affected
}
