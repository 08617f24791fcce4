import { startOfDay, warsawDay } from '@/lib/domain/calendar'
import { findAccountBySlug } from '@/lib/service/accounts/statements/accounts'
import type { Account, Context, ServiceDependencies } from '@/lib/service/http/context'
import { plans, toAccount } from '@/lib/service/metering/plans'
import type { Publication } from '@/lib/service/monitors/matching'
import { findSampleRemoval, forgetSampleRemoval } from '@/lib/service/registers/statements/sample-removal'
import { generateDailyReports } from '@/lib/service/reports/daily-reports'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import { claimMeta, findMeta, lockMeta, putMeta } from '@/lib/storage/meta'
import type { Db } from '@/lib/storage/storage'

import { loadSampleNotices } from './bzp/notices'
import { FED_UNTIL } from './feeder'
import { loadAccount, loadFilters } from './load-accounts'
import { growMonitors, loadMonitors } from './load-monitors'
import { loadRegisters } from './load-registers'
import { ENTERPRISE, type SampleAccount, sampleAccounts } from './sample-accounts'
import type { RecentSignatures } from './sample-filters'
import { slotsBetween } from './schedule'
import { loadSampleUsage } from './usage/usage'
import { announce } from './world/announce'
import { openWorld, publishWorld } from './world/publish-slots'

/** `loading` once the accounts exist, `on` when everything is loaded. */
const LOADED = 'sample_data'
const DAY_MS = 24 * 3_600_000
const DAYS_OF_EVENTS = 14

/** `scale` multiplies the monitors of `demo-enterprise`, up to the limit of its plan. */
export type SampleOptions = { readonly scale?: number }

/**
 * Fills the store with the sample accounts and all their data, as of now and never of the future. The same day gives
 * the same data, except API keys. It is safe to repeat, also after an interruption and in several processes: existing
 * data stay, parts missing in a store of an older version are added, and a larger `scale` adds monitors.
 */
export async function loadSampleData(
  serviceDependencies: ServiceDependencies,
  { scale = 1 }: SampleOptions = {},
): Promise<void> {
  // No call waits for it, and a process that waits for another one's loading has no time limit.
  const dependencies = {
    ...serviceDependencies,
    storage: { ...serviceDependencies.storage, db: serviceDependencies.storage.patientDb },
  }
  const { db } = dependencies.storage
  // A removal is half done, so the store cannot be completed.
  if ((await findSampleRemoval(db)) === 'going') {
    throw new Error('The sample data were only half removed: end that first, with "admin -- sample remove --confirm"')
  }
  const now = dependencies.clock()
  const loaded = await findMeta(db, LOADED)
  const isComplete = loaded === 'on'
  // A new store gets the registers as of before the first announcement; an older store as of now.
  await loadRegisters(dependencies, loaded === undefined ? firstDay(now) : now)
  if (!isComplete) await db.transaction().execute((tx) => loadAccounts(tx, now, scale))
  if (!isComplete) await loadRemainingParts(dependencies)
  if (scale > 1) await growEnterprise(dependencies, scale)
}

/**
 * Parts with separate transactions. On PostgreSQL several processes may start at once, so a locked row lets one work
 * while the others wait; SQLite has one writer anyway and could not write while another transaction is open.
 */
async function loadRemainingParts(dependencies: ServiceDependencies): Promise<void> {
  const { db, engine } = dependencies.storage
  const work = async (connection: Context['db']) => {
    if ((await lockMeta(connection, LOADED)) === 'on') return
    await loadSampleUsage(dependencies, await findSampleAccounts(db))
    await loadSampleNotices(dependencies)
    await generateDailyReports(dependencies)
    await putMeta(connection, LOADED, 'on')
  }
  await (engine === 'postgres' ? db.transaction().execute(work) : work(db))
}

const firstDay = (now: Date): Date => new Date(startOfDay(warsawDay(now)).getTime() - DAYS_OF_EVENTS * DAY_MS)

/** One transaction: the accounts with their monitors and filters, and two weeks of announcements with their events. */
async function loadAccounts(db: Db, now: Date, scale: number): Promise<void> {
  if (!(await claimMeta(db, LOADED, 'loading'))) return
  await forgetSampleRemoval(db)
  const today = warsawDay(now)
  const midnight = startOfDay(today)
  const slots = slotsBetween(firstDay(now), now)
  const world = await openWorld(db, { day: warsawDay(firstDay(now)), slotCount: slots.length })
  const publications = await announce(world, slots)
  const signatures = signaturesAmong(publications)
  for (const sample of sampleAccounts) {
    const account = { ...sample, monitors: monitorsOf(sample, scale) }
    const { id: accountId } = await loadAccount(db, account, today)
    const filters = await loadFilters(db, account, { accountId, today, signatures })
    await loadMonitors(db, account, { slug: account.slug, accountId, midnight, filters })
  }
  await publishWorld(db, world, publications)
  await putMeta(db, FED_UNTIL, now.toISOString())
}

/** The latest signatures of each register, for filters. */
function signaturesAmong(publications: readonly Publication[]): RecentSignatures {
  const latest = publications.map(({ announcement }) => announcement).toReversed()
  const signaturesFrom = (wanted: string) =>
    latest.flatMap(({ source, signature }) => (source === wanted && signature !== null ? [signature] : []))
  return { krz: signaturesFrom('krz'), msig: signaturesFrom('msig') }
}

function monitorsOf(account: SampleAccount, scale: number): number {
  const wanted = account.slug === ENTERPRISE ? Math.round(account.monitors * scale) : account.monitors
  return Math.min(wanted, plans[account.plan].limits.monitors ?? wanted)
}

async function findSampleAccounts(db: Context['db']): Promise<Account[]> {
  const rows = await Promise.all(sampleAccounts.map(({ slug }) => findAccountBySlug(db, slug)))
  return rows.flatMap((row) => (row ? [toAccount(row)] : []))
}

async function growEnterprise({ storage, clock }: ServiceDependencies, scale: number): Promise<void> {
  const sample = sampleAccounts.find(({ slug }) => slug === ENTERPRISE)
  const account = await findAccountBySlug(storage.db, ENTERPRISE)
  if (!sample || !account) return
  const owner = { slug: ENTERPRISE, accountId: account.id, midnight: startOfDay(warsawDay(clock())) }
  await inAccounts(storage, [account.id], async (db) => {
    await growMonitors(db, owner, monitorsOf(sample, scale))
  })
}
