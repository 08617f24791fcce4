import { randomUUID } from 'node:crypto'

import { addMonths, type Month, monthBounds, warsawMonth } from '@/lib/domain/calendar'
import { dayFigures } from '@/lib/domain/usage/pools'
import { type AuditEvent, recordAudit } from '@/lib/features/audit/audit'
import { type CapMeterReading, observeMeter } from '@/lib/features/spend-cap/cap-history'
import { insertAccountTerms, listAccountTerms } from '@/lib/service/accounts/statements/accounts'
import { inAccount, inAccounts } from '@/lib/storage/engine/account-lock'

import { type MeteredSums, type PackContent, type PackSnapshot, packTotals } from './content'
import { type PackFiles, makePack } from './files'
import { daysOf, gatherPack, type PackContext, type PackPeriod, gatherSnapshot } from './gather'
import { signingKeyOf } from './signing'
import { insertClosedPack, saveSnapshot, listPacks, listSnapshots } from './statements'
import type { PackFileTable, PeriodPackTable } from './tables'

/** Usage that began before midnight is charged a little later; periods are frozen after this time. */
const GRACE_MS = 10 * 60_000
/** How many months a panel that was stopped catches up on. */
const MAX_MONTHS = 12

export type CurrentReading = { readonly snapshot: PackSnapshot; readonly period: PackPeriod }

/** The service's current meter and plan; undefined if the service does not report their period. */
export async function readCurrentMeter(context: PackContext): Promise<CurrentReading | undefined> {
  const { storage, callService, account, now, isEmbedded } = context
  const meter = await observeMeter({ storage, accountId: account.id, now }, callService)
  const period = periodOf(meter)
  if (!period) return undefined
  const summary = await callService('usage.summary', {}).catch(() => undefined)
  const snapshot = gatherSnapshot(meter, summary?.plan, now)
  if (summary?.plan != null) await recordTerms(context, { snapshot, isTrial: meter.trial === true })
  // The embedded service knows its meter also after the end of the period.
  if (isEmbedded) return { period, snapshot }
  const days = await sumsOf(context, period).catch(() => undefined)
  return { period, snapshot: days ? { ...snapshot, days } : snapshot }
}

/** Records the terms if no one else does: for a remote service, and for an account older than the list of terms. */
async function recordTerms(
  { storage, account, now }: PackContext,
  { snapshot: { terms }, isTrial }: { readonly snapshot: PackSnapshot; readonly isTrial: boolean },
): Promise<void> {
  const state = isTrial ? 'trial' : 'active'
  await inAccounts(storage, [account.id], async (db) => {
    const last = (await listAccountTerms(db, account.id)).at(-1)
    // An inactive account has a meter like an active one.
    const observedState = last?.state === 'inactive' && !isTrial ? last.state : state
    await insertAccountTerms(db, {
      account_id: account.id,
      at: now.toISOString(),
      source: 'seen',
      ...terms,
      state: observedState,
    })
  })
}

async function sumsOf({ callService }: PackContext, period: PackPeriod): Promise<MeteredSums> {
  const totals = packTotals(await daysOf(callService, period))
  return { lookups: totals.lookups, overage_units: totals.overage_units, overage_grosz: totals.overage_grosz }
}

function periodOf({ period_start: start, period_end: end }: CapMeterReading): PackPeriod | undefined {
  if (!start || !end || !(Date.parse(start) < Date.parse(end))) return undefined
  // Normalised, because they are compared as text.
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
}

/**
 * Stores the current reading and freezes the periods that have ended since. Safe to repeat; frozen packs stay
 * unchanged.
 */
export async function freezeEndedPeriods(context: PackContext): Promise<void> {
  const reading = await readCurrentMeter(context)
  if (!reading) return
  const { storage, account, now } = context
  const ended = await endedPeriods(context, reading)
  const isRunning = reading.period.start <= now.toISOString() && now.toISOString() < reading.period.end
  if (isRunning) {
    const { start: period_start, end: period_end } = reading.period
    const content = JSON.stringify(reading.snapshot)
    await saveSnapshot(storage.db, {
      account_id: account.id,
      period_start,
      period_end,
      at: reading.snapshot.at,
      content,
    })
  }
  for (const { period, snapshot } of ended) await freeze(context, { period, snapshot, current: reading.snapshot })
}

type EndedPeriod = { readonly period: PackPeriod; readonly snapshot: PackSnapshot | undefined }

/** Periods that have ended and are not frozen: the observed ones, and calendar months in between. */
async function endedPeriods({ storage, account, now }: PackContext, reading: CurrentReading): Promise<EndedPeriod[]> {
  const packs = (await listPacks(storage.db, account.id)).filter(({ kind }) => kind === 'closed')
  const rows = await listSnapshots(storage.db, account.id)
  const frozen = new Set(packs.map(({ period_start }) => period_start))
  const ended = new Map<string, EndedPeriod>()
  for (const period of monthsBefore(reading.period, [...packs, ...rows]))
    ended.set(period.start, { period, snapshot: undefined })
  for (const { period_start: start, period_end: end, content } of rows) {
    // Safe: only `freezeEndedPeriods` writes it.
    ended.set(start, { period: { start, end }, snapshot: JSON.parse(content) as PackSnapshot })
  }
  const cutoff = new Date(now.getTime() - GRACE_MS).toISOString()
  return [...ended.values()].filter(({ period }) => period.end <= cutoff && !frozen.has(period.start))
}

/** Months back to the first known one; at the very first reading only the previous month. */
function monthsBefore(running: PackPeriod, knownPeriods: readonly { readonly period_start: string }[]): PackPeriod[] {
  const month = warsawMonth(new Date(running.start))
  // A remote service may have other billing periods; then only observed ones are known.
  if (monthBounds(month).start !== running.start) return []
  const earliest = knownPeriods.map(({ period_start }) => period_start).sort()[0]
  const months = Array.from({ length: MAX_MONTHS }, (_, index) => monthBounds(addMonths(month, -1 - index)))
  return months.filter(({ start }, index) => (earliest === undefined ? index === 0 : start > earliest))
}

async function freeze(context: PackContext, ended: EndedPeriod & { current: PackSnapshot }): Promise<void> {
  const content = await gatherPack({ ...context, ...ended, kind: 'closed' })
  // An unobserved month without usage: the account did not exist yet.
  if (!ended.snapshot && isUnused(content)) return
  await saveClosedPack(context, content, { actor: 'panel' })
}

/**
 * Why a month gets no pack: it is running or has only just ended, it is not a period of the service, it has no usage,
 * or it has a pack already.
 */
export type CloseRefusal = 'running' | 'no_period' | 'unused' | 'closed'

/** Freezes a past month that was not frozen when it ended, because the panel did not know the account then. */
export async function closeMonth(
  context: PackContext,
  month: Month,
  author: CloseAuthor,
): Promise<StoredPack | CloseRefusal> {
  const period = monthBounds(month)
  const reading = await readCurrentMeter(context)
  const cutoff = new Date(context.now.getTime() - GRACE_MS).toISOString()
  if (period.end > cutoff) return 'running'
  if (!reading || monthBounds(warsawMonth(new Date(reading.period.start))).start !== reading.period.start)
    return 'no_period'
  const { db } = context.storage
  const snapshotRow = (await listSnapshots(db, context.account.id)).find((row) => row.period_start === period.start)
  // Safe: only `freezeEndedPeriods` writes it.
  const snapshot = snapshotRow && (JSON.parse(snapshotRow.content) as PackSnapshot)
  const content = await gatherPack({ ...context, period, snapshot, current: reading.snapshot, kind: 'closed' })
  if (isUnused(content)) return 'unused'
  return (await saveClosedPack(context, content, author)) ?? 'closed'
}

type CloseAuthor = Pick<AuditEvent, 'actor' | 'address' | 'requestId'>
type StoredPack = { readonly pack: PeriodPackTable; readonly files: readonly PackFileTable[] }

/** Undefined if another process was first. */
async function saveClosedPack(
  context: PackContext,
  content: PackContent,
  author: CloseAuthor,
): Promise<StoredPack | undefined> {
  const packFiles = await makePack(content, signingKeyOf(context.storage.db))
  const rows = toPackRows(context.account.id, content, packFiles)
  return inAccount(context, async (tx) => {
    if (!(await insertClosedPack(tx, rows))) return undefined
    const event = {
      ...describePack(content, packFiles),
      ...author,
      accountId: context.account.id,
      target: rows.pack.id,
    }
    await recordAudit(tx, { ...event, now: context.now })
    return rows
  })
}

const isUnused = ({ totals }: PackContent): boolean => dayFigures.every((figure) => (totals[figure] ?? 0) === 0)

/** The hashes are also in the audit log, whose chain reveals changes to the stored files. */
export const describePack = (content: PackContent, { jsonSha256, pdf, zip }: PackFiles) => ({
  action: content.kind === 'closed' ? ('pack.freeze' as const) : ('pack.create' as const),
  after: {
    period_start: content.period.start,
    json_sha256: jsonSha256,
    pdf_sha256: pdf.sha256,
    zip_sha256: zip.sha256,
  },
})

/** Stores the bytes themselves, because another version of this panel would render different ones. */
export function toPackRows(
  accountId: string,
  content: PackContent,
  packFiles: PackFiles,
): { pack: PeriodPackTable; files: PackFileTable[] } {
  const id = randomUUID()
  const pack: PeriodPackTable = {
    id,
    account_id: accountId,
    // Preliminary packs do not replace each other.
    kind: content.kind === 'closed' ? 'closed' : `preliminary ${id}`,
    period_start: content.period.start,
    period_end: content.period.end,
    frozen_at: content.frozen_at,
    content: packFiles.json,
    content_sha256: packFiles.jsonSha256,
  }
  const files = (['pdf', 'zip'] as const).map((kind): PackFileTable => {
    const { name, media, bytes, sha256 } = packFiles[kind]
    const base64 = Buffer.from(bytes).toString('base64')
    return { pack_id: id, kind, name, media, sha256, bytes: bytes.byteLength, base64 }
  })
  return { pack, files }
}
