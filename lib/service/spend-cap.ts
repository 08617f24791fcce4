import { randomUUID } from 'node:crypto'

import type { ApiMeter } from '@/lib/contract/usage'
import { warsawMonth } from '@/lib/domain/calendar'
import { readSpendCap, updateAccount } from '@/lib/storage/accounts'
import { insertSpendCapChange } from '@/lib/storage/spend-caps'
import { lockMonth } from '@/lib/storage/usage'

import { apiMeterOf } from './api-meter'
import type { Caller, Context } from './context'

/** Interface 4.1, decisions 33 and 34: holds from the next charge on. Setting the same cap again leaves no trace. */
export async function setSpendCap(context: Context, toPln: number | null): Promise<ApiMeter> {
  const { account, db, now, caller } = context
  // The lock of every charge: none is decided half by the old cap and half by the new one.
  const counters = await lockMonth(context, account.id, warsawMonth(now))
  const fromPln = await readSpendCap(db, account.id)
  if (fromPln !== toPln) {
    await updateAccount(db, account.id, { spend_cap_pln: toPln })
    await insertSpendCapChange(db, {
      id: randomUUID(),
      account_id: account.id,
      at: now.toISOString(),
      from_pln: fromPln,
      to_pln: toPln,
      overage_grosz: counters.overage_grosz,
      actor: actorOf(caller),
    })
  }
  return apiMeterOf({ account, counters, spendCapPln: toPln, now })
}

const actorOf = (caller: Caller): string => (caller.via === 'api' ? `key ${caller.key.prefix}` : caller.principal.actor)
