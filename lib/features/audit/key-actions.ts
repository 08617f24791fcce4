import type { Input, OperationName, Output } from '@/lib/contract/table'
import { storeTagChange } from '@/lib/features/bulk-tags/tag-history'
import { recordCapChange } from '@/lib/features/spend-cap/record-cap-change'
import type { CallService } from '@/lib/panel/context'
import type { ApiKeyTable } from '@/lib/service/accounts/tables'
import { recordedValuesOf } from '@/lib/service/monitors/statements/evidence'
import type { AccountTx } from '@/lib/storage/engine/account-lock'

import { type AuditEvent, recordAudit } from './audit'
import { auditedOperations, isAudited } from './audited-operations'
import { keyActor } from './key-actor'
import type { SecurityEvent } from './security-events'

type KeyCall = {
  readonly key: ApiKeyTable
  readonly address: string | null
  readonly requestId: string
  readonly now: Date
}
type KeyAction = KeyCall & {
  readonly name: OperationName
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
}
type ActionSteps = {
  readonly callOperation: <N extends OperationName>(name: N, input: Input<N>) => Promise<Output<N>>
  readonly write: () => Promise<unknown>
}

/** Hooks of the service: they record actions of API keys in the account's audit log, and changes of the spend cap. */
export function createKeyActions() {
  return {
    recordCapChange,
    async record(tx: AccountTx, action: KeyAction, { callOperation, write }: ActionSteps): Promise<unknown> {
      if (!isAudited(action.name)) return write()
      const row = auditedOperations[action.name]
      const target = Object.values(action.params)[0] ?? null
      // Safe: answers of the embedded service are complete.
      const former = await row.before?.(callOperation as CallService, target ?? '').catch(() => undefined)
      const answer = await write()
      const recordedValues = await recordedValuesOf(tx, action.key.account_id)
      const call = {
        target,
        body: action.body,
        answer,
        query: {},
        former,
        file: null,
        storedForm: recordedValues.value,
      }
      const entry = row.entry(call)
      if (!entry) return answer
      await recordAudit(tx, { ...entry, ...eventOf(action), action: action.name })
      const tags = row.tags?.(call)
      const { account_id } = action.key
      if (tags)
        await storeTagChange(tx, { account_id, actor: keyActor(action.key), at: action.now.toISOString() }, tags)
      return answer
    },
  }
}

const eventOf = (call: KeyCall): Pick<AuditEvent, 'accountId' | 'actor' | 'address' | 'requestId' | 'now'> => ({
  accountId: call.key.account_id,
  actor: keyActor(call.key),
  address: call.address,
  requestId: call.requestId,
  now: call.now,
})

type KeyRefusal = {
  readonly fault: string
  readonly key?: ApiKeyTable
  readonly operation: string | null
  readonly requestId: string | null
  readonly address: string | null
}

/** The text of an unknown key is never recorded, because it may be valid elsewhere. */
export const refusedKeyEvent = (
  { fault, key, operation, requestId, address }: KeyRefusal,
  now: Date,
): SecurityEvent => ({
  action: 'security.refuseKey',
  accounts: key ? [key.account_id] : [],
  actor: key ? keyActor(key) : null,
  target: key?.id ?? null,
  details: { fault, ...(operation !== null && { operation }) },
  address,
  requestId,
  now,
})
