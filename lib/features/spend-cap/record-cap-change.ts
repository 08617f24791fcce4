import type { ApiMeter } from '@/lib/contract/usage'
import { keyActor } from '@/lib/features/audit/key-actor'
import type { ApiKeyTable } from '@/lib/service/accounts/tables'
import type { AccountTx } from '@/lib/storage/engine/account-lock'

import { type CapIntent, toCapMoment } from './cap-history'
import { insertCapChange, recordCap, readKnownCap } from './statements/cap-changes'

type CapChangeInput = {
  readonly accountId: string
  readonly caller:
    | { readonly via: 'api'; readonly key: ApiKeyTable }
    | { readonly via: 'panel'; readonly principal: { readonly actor: string } }
  readonly fromPln: number | null
  readonly meter: ApiMeter
  readonly now: Date
}

/**
 * Records a change of the embedded service's cap in the transaction that makes it, so that no change is missed between
 * two readings and none that is rolled back is recorded. The reason is the one that the panel recorded before its
 * request.
 */
export async function recordCapChange(db: AccountTx, change: CapChangeInput): Promise<void> {
  const { accountId, caller, fromPln, meter, now } = change
  const knownCap = await readKnownCap(db, accountId)
  // Safe: only `setIntent` writes it.
  const intent = knownCap?.intent ? (JSON.parse(knownCap.intent) as CapIntent) : undefined
  const at = now.toISOString()
  const isIntended = caller.via === 'panel' && intent?.to_pln === meter.spend_cap_pln
  await insertCapChange(db, {
    account_id: accountId,
    at,
    source: caller.via === 'panel' ? 'panel' : 'key',
    actor: caller.via === 'panel' ? caller.principal.actor : keyActor(caller.key),
    from_pln: fromPln,
    to_pln: meter.spend_cap_pln,
    reason: isIntended ? intent.reason : null,
    ...toCapMoment(meter),
  })
  await recordCap(db, { accountId, capPln: meter.spend_cap_pln, at })
}
