import type { z } from 'zod'

import { wasRefused } from '@/lib/domain/api-error'
import { capSource, readOwnCap } from '@/lib/domain/usage/overage'
import { recordChange } from '@/lib/features/audit/audit'
import { checkAfterCapChange } from '@/lib/features/rules/check-now'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { inAccounts } from '@/lib/storage/engine/account-lock'

import {
  type CapIntent,
  type CapMeterReading,
  toCapMoment,
  recordMeter,
  observeMeter,
  withCapClaim,
} from './cap-history'
import type { CapChange, CapStart, setCapBody } from './contract'
import {
  findFirstCapChange,
  insertCapChange,
  listCapChanges,
  recordCap,
  readKnownCap,
  setIntent,
} from './statements/cap-changes'

type RequestedCap = z.output<typeof setCapBody>

const HISTORY_LIMIT = 500
/** How long a change waits for another one of the same account. */
const WAIT_MS = 10_000

export const spendCapHandlers: PanelHandlersOf<'spendCap'> = {
  'spendCap.set': async ({ body }, context) => {
    const { storage, account } = context
    const meter = await withCapClaim({ storage, accountId: account.id }, WAIT_MS, () => change(context, body))
    if (!meter) throw new HttpError('unavailable', 'Another user is changing the cap; try again')
    await checkAfterCapChange(context, meter)
    return { meter }
  },
  'spendCap.history': async (_input, { storage, account, now, callService, log }) => {
    // The history is available even if the service is not.
    await observeMeter({ storage, accountId: account.id, now }, callService).catch((error: unknown) =>
      log.debug({ err: error }, 'the cap was not read for its history'),
    )
    const rows = await listCapChanges(storage.db, account.id, HISTORY_LIMIT)
    const items = rows.map(({ account_id: _account, ...row }): CapChange => row)
    return { items, start: await startOf(storage.db, account.id) }
  },
}

/** Where the history begins: what the first change replaced, or the cap since the panel's first reading. */
async function startOf(db: PanelContext['storage']['db'], accountId: string): Promise<CapStart | null> {
  const knownCap = await readKnownCap(db, accountId)
  if (!knownCap) return null
  const first = await findFirstCapChange(db, accountId)
  return { at: knownCap.first_seen_at, cap_pln: first ? first.from_pln : knownCap.cap_pln }
}

/** Runs one at a time per account (`withCapClaim`). */
async function change(context: PanelContext, requested: RequestedCap): Promise<CapMeterReading> {
  const { callService, storage, account, now } = context
  const before = await callService('usage.api', {})
  await recordMeter({ storage, accountId: account.id, now }, before)
  const fromPln = readOwnCap(before)
  if (fromPln !== requested.expected_pln) {
    const message = 'Another user has changed the cap in the meantime'
    throw new HttpError('cap_changed', message, {
      extra: { spend_cap_pln: fromPln, expected_pln: requested.expected_pln },
    })
  }
  if (fromPln === requested.spend_cap_pln) return before
  const meter = await send(context, requested)
  await record(context, { requestedCap: requested, fromPln, meter: { ...before, ...meter } })
  return meter
}

async function send(context: PanelContext, requested: RequestedCap): Promise<CapMeterReading> {
  const { callService, storage, account, user, now } = context
  const { spend_cap_pln: toPln } = requested
  const intent: CapIntent = { to_pln: toPln, actor: user.email, reason: reasonOf(requested), at: now.toISOString() }
  await setIntent(storage.db, account.id, JSON.stringify(intent))
  try {
    return await callService('usage.setSpendCap', { body: { spend_cap_pln: toPln } })
  } catch (error) {
    // A refusal is final. A lost answer is resolved by the next reading of the meter.
    if (!wasRefused(error)) return resolveLostAnswer(context, requested, error)
    await setIntent(storage.db, account.id, null)
    throw error
  }
}

/** A lost answer does not tell whether the change was made, so the meter is read at once and decides the answer. */
async function resolveLostAnswer(
  { callService, log }: PanelContext,
  { spend_cap_pln: toPln }: RequestedCap,
  lost: unknown,
): Promise<CapMeterReading> {
  log.warn({ err: lost }, 'the answer to a change of the cap was lost; the meter is read')
  const meter = await callService('usage.api', {}).catch(() => undefined)
  if (meter === undefined || capSource(meter) === 'unknown')
    throw new HttpError('cap_unknown', 'The answer of the service was lost; it is unknown whether the cap was set')
  if (readOwnCap(meter) === toPln) return meter
  // The intent stays, so that a late change is recognised at the next reading.
  const extra = { spend_cap_pln: readOwnCap(meter) }
  throw new HttpError('cap_unknown', 'The answer of the service was lost; another cap is in force now', { extra })
}

type CapChangeResult = {
  readonly requestedCap: RequestedCap
  readonly fromPln: number | null
  readonly meter: CapMeterReading
}

async function record(context: PanelContext, capChange: CapChangeResult): Promise<void> {
  const { storage, account, user, now } = context
  const { requestedCap, fromPln, meter } = capChange
  const at = now.toISOString()
  const toPln = requestedCap.spend_cap_pln
  const reason = reasonOf(requestedCap)
  await inAccounts(storage, [account.id], async (db) => {
    // The embedded service has recorded it in the transaction of the change, and has settled the intent.
    const knownCap = await readKnownCap(db, account.id)
    const isRecorded = knownCap !== undefined && knownCap.intent === null
    if (!isRecorded)
      await insertCapChange(db, {
        account_id: account.id,
        at,
        source: 'panel',
        actor: user.email,
        from_pln: fromPln,
        to_pln: toPln,
        reason,
        ...toCapMoment(meter),
      })
    if (!isRecorded) await recordCap(db, { accountId: account.id, capPln: toPln, at })
    await recordChange(db, context, {
      action: 'spendCap.set',
      before: { spend_cap_pln: fromPln },
      after: { spend_cap_pln: toPln, reason, overage_grosz: meter.overage_grosz ?? null },
    })
  })
}

const reasonOf = ({ reason }: RequestedCap): string | null => (reason === undefined || reason === '' ? null : reason)
