import { randomInt } from 'node:crypto'

import { type Command, InvalidArgumentError } from 'commander'

import { warsawDay } from '@/lib/domain/calendar'
import { setupPath } from '@/lib/domain/routes'
import { anchorTargetOf } from '@/lib/features/audit/audit-anchors'
import { readNewNotices } from '@/lib/features/bzp/notice-reader'
import type { SampleContents } from '@/lib/features/sample/contract'
import { removeSample } from '@/lib/features/sample/remove-sample'
import { findSampleObstacle, readSampleContents } from '@/lib/features/sample/sample-contents'
import { usesSampleData } from '@/lib/features/sample/sample-mode'
import { sampleRefusal } from '@/lib/features/sample/sample-refusal'
import { ensureSampleUsers } from '@/lib/features/sample/sample-users'
import { issueSetupToken, isSetUp } from '@/lib/features/setup/setup-token'
import { demoPasswordOf } from '@/lib/panel/secrets/stored-secrets'
import { liveSlot } from '@/lib/sample/announcements'
import { publishLiveNotices } from '@/lib/sample/bzp/live-notices'
import { loadSampleData } from '@/lib/sample/load'
import { publishSlots, slotAt } from '@/lib/sample/world/publish-slots'
import { verifyUsage } from '@/lib/service/metering/verify-usage'
import { findSampleRemoval } from '@/lib/service/registers/statements/sample-removal'

import { requireAccount } from './account-commands'
import { CommandFailure, type CommandContext, withCommandContext } from './command-context'
import { print } from './terminal'

const SECONDS_OF_DAY = 86_400

/** Commands for the whole store: sample data and ledgers. */
export function addStoreCommands(program: Command): void {
  const sample = program.command('sample').description('sample data')
  sample
    .command('load')
    .description('loads the sample accounts, their data and users into a store that has none')
    .option('--scale <n>', 'how much of it, 1 to 100', scaleOf)
    .action((options: { scale?: number }) => withCommandContext((context) => loadSample(context, options)))
  sample
    .command('publish')
    .description(
      'publishes announcements and tenders now, as the registers do, and makes the events of monitors and the finds of alerts',
    )
    .option('--count <n>', 'how many, 1 to 10000; what follows from one is announced with it', countOf, 1)
    .option('--tenders <n>', 'how many tenders, 0 to 10000; by default as many as announcements', tendersOf)
    .action((options: PublishOptions) => withCommandContext((context) => publishSample(context, options)))
  sample
    .command('remove')
    .description(
      'removes the sample accounts with their people, and all contents of the sample registers; first shows what will be removed',
    )
    .option('--confirm', 'really; without it nothing is removed')
    .action((options: { confirm?: boolean }) => withCommandContext((context) => removeSampleData(context, options)))
  program
    .command('setup')
    .description('the first run')
    .command('token')
    .description('prints the address where the first account is made, good once; the server may run')
    .action(() => withCommandContext(printSetupAddress))
  program
    .command('usage')
    .description('metered usage')
    .command('verify')
    .description(
      'recomputes every counter from the ledger and checks its rows; exit code 1 and one line for each that is wrong',
    )
    .option('--account <slug>', 'of one account only')
    .action((options: { account?: string }) => withCommandContext((context) => verify(context, options)))
}

async function loadSample({ env, dependencies }: CommandContext, options: { scale?: number }): Promise<void> {
  if (env.remote) throw new CommandFailure('With REGISTERS_API_URL there is no sample data')
  await loadSampleData(dependencies, options)
  await ensureSampleUsers(dependencies.storage.db, demoPasswordOf(env), dependencies.clock())
  if (await usesSampleData(env, dependencies.storage.db)) return
  print('The sample users cannot sign in: SAMPLE_DATA is off, or others use this panel. SAMPLE_DATA=on lets them in.')
}

type PublishOptions = { readonly count: number; readonly tenders?: number }

async function publishSample(
  { env, dependencies }: CommandContext,
  { count, tenders = count }: PublishOptions,
): Promise<void> {
  if (env.remote) throw new CommandFailure('With REGISTERS_API_URL there is no sample data')
  const now = dependencies.clock()
  const { storage } = dependencies
  if ((await findSampleRemoval(storage.db)) !== undefined) throw new CommandFailure('The sample data were removed')
  // The sample feeder numbers its items by the second of the day; these begin above that, at a random number.
  const first = randomInt(SECONDS_OF_DAY, 2 ** 40)
  const slots = Array.from({ length: count }, (_, index) => slotAt(liveSlot(first + index, warsawDay(now)), now))
  const { announcements: published, events } = await storage.db.transaction().execute((db) => publishSlots(db, slots))
  await publishLiveNotices(storage, tenders, now)
  // The server's next run sends notifications about them.
  const found = await readNewNotices(dependencies)
  print(`${published} announcements, ${events} events; ${tenders} tenders, ${found} found by alerts`)
}

async function removeSampleData(context: CommandContext, { confirm = false }: { confirm?: boolean }): Promise<void> {
  const { env, dependencies } = context
  if (env.remote) throw new CommandFailure('With REGISTERS_API_URL there is no sample data')
  const { storage, log, clock } = dependencies
  const contents = await readSampleContents(storage.db)
  if (!contents) throw new CommandFailure('There are no sample data')
  for (const line of sampleLines(contents)) print(line)
  const obstacle = await findSampleObstacle(env, storage.db)
  if (obstacle) throw new CommandFailure(sampleRefusal(obstacle))
  if (!confirm) throw new CommandFailure('Use --confirm to remove all of this permanently')
  const anchors = anchorTargetOf(env.auditAnchorFile)
  const result = await removeSample({ storage, env, anchors, log, now: clock(), actor: 'cli' })
  if (result.state === 'refused') throw new CommandFailure(sampleRefusal(result))
  print('removed; a start without SAMPLE_DATA does not load them again')
}

const MEGABYTE = 1_000_000
const inMegabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1)

/** Lists what is deleted, with counts; the last line describes what remains. */
function sampleLines(contents: SampleContents): string[] {
  const people =
    contents.people.length === 0 ? '' : `, of them ${contents.people.length} of your own: ${contents.people.join(', ')}`
  const { own } = contents
  return [
    `${contents.accounts} sample accounts with ${contents.monitors} monitors`,
    `${contents.users} users${people}`,
    `${contents.companies} companies and ${contents.persons} persons with ${contents.entries} entries, ${contents.announcements} announcements, ${contents.notices} notices`,
    `${contents.reports} reports, ${inMegabytes(contents.report_bytes)} MB on disk; about ${inMegabytes(contents.database_bytes)} MB in the database, which uses it again`,
    `${own.monitors} monitors and ${own.events} events of other accounts stay; the subjects that they name are no longer in any register`,
  ]
}

async function printSetupAddress({ env, dependencies }: CommandContext): Promise<void> {
  const { storage } = dependencies
  if (await isSetUp(env, storage.db)) {
    throw new CommandFailure('This installation is set up: "admin -- user create" makes further people')
  }
  print(`${env.panelUrl ?? `http://localhost:${env.port}`}${setupPath(await issueSetupToken(storage))}`)
}

async function verify(context: CommandContext, { account }: { account?: string }): Promise<void> {
  const accountId = account === undefined ? undefined : (await requireAccount(context, account)).id
  const found = await verifyUsage(context.dependencies, accountId)
  for (const each of found) {
    const reported = 'wrong' in each ? each.wrong : `${each.counter}: stored ${each.stored}, ledger ${each.ledger}`
    print(`${each.accountId}  ${each.of}  ${reported}`)
  }
  if (found.length > 0) throw new CommandFailure(`The books are wrong in ${found.length} places`)
  print('the counters agree with the ledger')
}

function tendersOf(value: string): number {
  return value === '0' ? 0 : countOf(value)
}

function countOf(value: string): number {
  const count = Number(value)
  if (Number.isInteger(count) && count >= 1 && count <= 10_000) return count
  throw new InvalidArgumentError('A whole number from 1 to 10000.')
}

function scaleOf(value: string): number {
  const scale = Number(value)
  if (Number.isFinite(scale) && scale >= 1 && scale <= 100) return scale
  throw new InvalidArgumentError('A number from 1 to 100.')
}
