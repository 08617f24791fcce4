import { createHash } from 'node:crypto'

import { type AuditedChange, recordAudit, toAuditEvent } from '@/lib/features/audit/audit'
import type { AuditDetails } from '@/lib/features/audit/domain/audit-words'
import { insertAuditPersons } from '@/lib/features/audit/statements/audit'
import type { PanelContext } from '@/lib/panel/context'
import { recordedValuesOf } from '@/lib/service/monitors/statements/evidence'
import { inAccount } from '@/lib/storage/engine/account-lock'

/** Maximum number of numbers in one entry; a longer one would not be readable. */
const MAX_LISTED_NUMBERS = 100

/**
 * Records an action on persons' numbers with each number's mask and keyed hash, so that a given number can later be
 * looked up in the log. Long lists are stored separately, and the entry has their hash.
 */
export async function recordPersons(
  context: PanelContext,
  change: AuditedChange,
  numbers: readonly string[],
): Promise<void> {
  const { storage, account } = context
  const recordedValues = await recordedValuesOf(storage.db, account.id)
  const recordedNumbers = [...new Set(numbers.map((number) => recordedValues.value('pesel', number)))].toSorted()
  const isLong = recordedNumbers.length > MAX_LISTED_NUMBERS
  const persons: AuditDetails = isLong ? { persons_sha256: listHash(recordedNumbers) } : { persons: recordedNumbers }
  await inAccount(context, async (db) => {
    const personDetails = recordedNumbers.length === 0 ? {} : persons
    const number = await recordAudit(
      db,
      toAuditEvent(context, { ...change, after: { ...change.after, ...personDetails } }),
    )
    if (isLong) await insertAuditPersons(db, { accountId: account.id, number }, recordedNumbers.map(hashIn))
  })
}

/** The hash part of `74•••••••12 #3f9a…`. */
export const hashIn = (recordedNumber: string): string => recordedNumber.slice(recordedNumber.indexOf('#') + 1)

const listHash = (recordedNumbers: readonly string[]): string =>
  createHash('sha256').update(recordedNumbers.map(hashIn).toSorted().join('\n')).digest('hex')
