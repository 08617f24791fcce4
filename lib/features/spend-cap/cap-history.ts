import type { OperationAnswer } from '@/lib/client/client'
import { readInstant } from '@/lib/domain/calendar'
import { capSource, wholeCount, readOwnCap } from '@/lib/domain/usage/overage'
import type { AskService } from '@/lib/panel/context'
import { tryTurn } from '@/lib/panel/turns'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import type { Storage } from '@/lib/storage/storage'

import { insertCapChange, noteCap, readKnownCap } from './statements/cap-changes'
import type { CapChangeTable, KnownCapTable } from './tables'

export type CapMeterReading = OperationAnswer<'usage.api'>

/** A change that was sent to the service; kept before it is, so that a process that dies in between leaves its trace. */
export type CapIntent = {
  readonly to_pln: number | null
  readonly actor: string
  readonly reason: string | null
  readonly at: string
}

export type Watch = { readonly storage: Storage; readonly accountId: string; readonly now: Date }

/**
 * Runs `work` while nobody else, in any process, looks at or changes the account's cap: what is seen then is what is
 * recorded. Undefined when the claim could not be had within `waitMs`.
 */
export const withCapClaim = async <T>(
  { storage, accountId }: Pick<Watch, 'storage' | 'accountId'>,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T | undefined> =>
  (await tryTurn({ storage, name: `cap ${accountId}`, waitMs, since: new Date() }, work))?.result

/** The meter now; a cap in it that no entry explains is recorded. Only one looks at a time: who comes second just reads. */
export async function observeMeter(watch: Watch, ask: AskService): Promise<CapMeterReading> {
  const seen = await withCapClaim(watch, 0, async () => {
    const meter = await ask('usage.api', {})
    await noteMeter(watch, meter)
    return meter
  })
  return seen ?? ask('usage.api', {})
}

/** Compares the cap of a meter with the one that is known. The caller holds the claim. */
export async function noteMeter({ storage, accountId, now }: Watch, meter: CapMeterReading): Promise<void> {
  // An answer that does not say its cap, or says what cannot be one, says nothing about it.
  if (capSource(meter) === 'unknown') return
  const capPln = readOwnCap(meter)
  const at = now.toISOString()
  await inAccounts(storage, [accountId], async (db) => {
    const known = await readKnownCap(db, accountId)
    if (known && known.cap_pln !== capPln) {
      const change = { account_id: accountId, from_pln: known.cap_pln, to_pln: capPln, ...toCapMoment(meter) }
      await insertCapChange(db, { ...change, ...originOf(known, capPln, at) })
    }
    await noteCap(db, { accountId, capPln, at })
  })
}

type Origin = Pick<CapChangeTable, 'source' | 'actor' | 'reason' | 'at'>

/** Whose change this is: the one that was under way, when it is just that, or somebody's outside the panel. */
function originOf(known: KnownCapTable, capPln: number | null, at: string): Origin {
  // Sound: only `setIntent` of ours writes it.
  const intent = known.intent === null ? null : (JSON.parse(known.intent) as CapIntent)
  if (intent?.to_pln === capPln) {
    return { source: 'panel', actor: intent.actor, reason: intent.reason, at: intent.at }
  }
  return { source: 'outside', actor: null, reason: null, at }
}

type Moment = Pick<CapChangeTable, 'period_start' | 'period_end' | 'overage_units' | 'overage_grosz'>

/** What the meter said when the cap was changed. */
export const toCapMoment = (meter: CapMeterReading): Moment => ({
  period_start: instantOf(meter.period_start),
  period_end: instantOf(meter.period_end),
  overage_units: wholeCount(meter.overage_units) ?? null,
  overage_grosz: wholeCount(meter.overage_grosz) ?? null,
})

const instantOf = (instant: string | null | undefined): string | null =>
  readInstant(instant) === undefined ? null : (instant ?? null)
