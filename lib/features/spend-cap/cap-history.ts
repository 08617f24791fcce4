import type { OperationAnswer } from '@/lib/client/client'
import { readInstant } from '@/lib/domain/calendar'
import { capSource, wholeCount, readOwnCap } from '@/lib/domain/usage/overage'
import type { CallService } from '@/lib/panel/context'
import { tryWithMutex } from '@/lib/panel/mutex'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import type { Storage } from '@/lib/storage/storage'

import { insertCapChange, recordCap, readKnownCap } from './statements/cap-changes'
import type { CapChangeTable, KnownCapTable } from './tables'

export type CapMeterReading = OperationAnswer<'usage.api'>

/** A change sent to the service; recorded before it is sent, so that it can be traced if the process dies. */
export type CapIntent = {
  readonly to_pln: number | null
  readonly actor: string
  readonly reason: string | null
  readonly at: string
}

export type CapWatch = { readonly storage: Storage; readonly accountId: string; readonly now: Date }

/**
 * Runs `work` with the exclusive right, among all processes, to read or change the account's cap, so that the recorded
 * value is the observed one. Undefined if the claim was not available within `waitMs`.
 */
export const withCapClaim = async <T>(
  { storage, accountId }: Pick<CapWatch, 'storage' | 'accountId'>,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T | undefined> =>
  (await tryWithMutex({ storage, name: `cap ${accountId}`, waitMs, since: new Date() }, work))?.result

/** Reads the meter and records a cap that no entry explains. Only one caller at a time records; others just read. */
export async function observeMeter(watch: CapWatch, callService: CallService): Promise<CapMeterReading> {
  const recordedMeter = await withCapClaim(watch, 0, async () => {
    const meter = await callService('usage.api', {})
    await recordMeter(watch, meter)
    return meter
  })
  return recordedMeter ?? callService('usage.api', {})
}

/** Compares the meter's cap with the known one. The caller holds the claim. */
export async function recordMeter({ storage, accountId, now }: CapWatch, meter: CapMeterReading): Promise<void> {
  // An answer without a valid cap is ignored.
  if (capSource(meter) === 'unknown') return
  const capPln = readOwnCap(meter)
  const at = now.toISOString()
  await inAccounts(storage, [accountId], async (db) => {
    const knownCap = await readKnownCap(db, accountId)
    if (knownCap && knownCap.cap_pln !== capPln) {
      const change = { account_id: accountId, from_pln: knownCap.cap_pln, to_pln: capPln, ...toCapMoment(meter) }
      await insertCapChange(db, { ...change, ...originOf(knownCap, capPln, at) })
    }
    await recordCap(db, { accountId, capPln, at })
  })
}

type Origin = Pick<CapChangeTable, 'source' | 'actor' | 'reason' | 'at'>

/** The origin of a change: the intended one if it matches, else a change outside the panel. */
function originOf(knownCap: KnownCapTable, capPln: number | null, at: string): Origin {
  // Safe: only our `setIntent` writes it.
  const intent = knownCap.intent === null ? null : (JSON.parse(knownCap.intent) as CapIntent)
  if (intent?.to_pln === capPln) {
    return { source: 'panel', actor: intent.actor, reason: intent.reason, at: intent.at }
  }
  return { source: 'outside', actor: null, reason: null, at }
}

type MeterMoment = Pick<CapChangeTable, 'period_start' | 'period_end' | 'overage_units' | 'overage_grosz'>

/** The meter at the time of the change. */
export const toCapMoment = (meter: CapMeterReading): MeterMoment => ({
  period_start: instantOf(meter.period_start),
  period_end: instantOf(meter.period_end),
  overage_units: wholeCount(meter.overage_units) ?? null,
  overage_grosz: wholeCount(meter.overage_grosz) ?? null,
})

const instantOf = (instant: string | null | undefined): string | null =>
  readInstant(instant) === undefined ? null : (instant ?? null)
