import { randomInt } from 'node:crypto'

import { type Command, InvalidArgumentError } from 'commander'

import { warsawDay } from '@/lib/domain/calendar'
import { verifyUsage } from '@/lib/service/metering/verify-usage'
import { liveTurn } from '@/lib/service/sample/announcements'
import { publishLiveNotices } from '@/lib/service/sample/bzp/live-notices'
import { loadSampleData } from '@/lib/service/sample/load'
import { publishTurns, turnAt } from '@/lib/service/sample/world/publish-turns'

import { demoPasswordOf } from '../access/kept-secrets'
import { usesSampleData } from '../access/sample-mode'
import { ensureSampleUsers } from '../access/sample-users'
import { readNewNotices } from '../bzp/notice-reader'
import { requireAccount } from './account-commands'
import { CommandFailure, type CommandContext, withCommandContext } from './command-context'
import { print } from './terminal'

const SECONDS_OF_DAY = 86_400

/** Commands over the whole store: sample data, and the books. */
export function addStoreCommands(program: Command): void {
  const sample = program.command('sample').description('sample data')
  sample
    .command('load')
    .description('loads the sample accounts, their data and users into a store that has none')
    .option('--scale <n>', 'how much of it, 1 to 100', scaleOf)
    .action((options: { scale?: number }) => withCommandContext((at) => loadSample(at, options)))
  sample
    .command('publish')
    .description(
      'publishes announcements and tenders now, as the registers do, and makes the events of monitors and the finds of alerts',
    )
    .option('--count <n>', 'how many, 1 to 10000; what follows from one is announced with it', countOf, 1)
    .option('--tenders <n>', 'how many tenders, 0 to 10000; as many as announcements unless it is said', tendersOf)
    .action((options: Publishing) => withCommandContext((at) => publishSample(at, options)))
  program
    .command('usage')
    .description('metered usage')
    .command('verify')
    .description(
      'recomputes every counter from the ledger and checks its rows; exit code 1 and one line for each that is wrong',
    )
    .option('--account <slug>', 'of one account only')
    .action((of: { account?: string }) => withCommandContext((at) => verify(at, of)))
}

async function loadSample({ env, dependencies }: CommandContext, options: { scale?: number }): Promise<void> {
  if (env.remote) throw new CommandFailure('With REGISTERS_API_URL there is no sample data')
  await loadSampleData(dependencies, options)
  await ensureSampleUsers(dependencies.storage.db, demoPasswordOf(env), dependencies.clock())
  if (await usesSampleData(env, dependencies.storage.db)) return
  print('The sample users cannot sign in: SAMPLE_DATA is off, or others use this panel. SAMPLE_DATA=on lets them in.')
}

type Publishing = { readonly count: number; readonly tenders?: number }

async function publishSample(
  { env, dependencies }: CommandContext,
  { count, tenders = count }: Publishing,
): Promise<void> {
  if (env.remote) throw new CommandFailure('With REGISTERS_API_URL there is no sample data')
  const now = dependencies.clock()
  const { storage } = dependencies
  // The feeder numbers its own by the second of the day; these begin above, somewhere else each time.
  const first = randomInt(SECONDS_OF_DAY, 2 ** 40)
  const turns = Array.from({ length: count }, (_, index) => turnAt(liveTurn(first + index, warsawDay(now)), now))
  const { announcements: published, events } = await storage.db
    .transaction()
    .execute((db) => publishTurns(db, storage.engine, turns))
  await publishLiveNotices(storage, tenders, now)
  // The next turn of the server tells of them.
  const found = await readNewNotices(dependencies)
  print(`${published} announcements, ${events} events; ${tenders} tenders, ${found} found by alerts`)
}

async function verify(at: CommandContext, { account }: { account?: string }): Promise<void> {
  const of = account === undefined ? undefined : (await requireAccount(at, account)).id
  const found = await verifyUsage(at.dependencies, of)
  for (const each of found) {
    const reported = 'wrong' in each ? each.wrong : `${each.counter}: stored ${each.stored}, ledger ${each.ledger}`
    print(`${each.accountId}  ${each.of}  ${reported}`)
  }
  if (found.length > 0) throw new CommandFailure(`The books are wrong in ${found.length} places`)
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
