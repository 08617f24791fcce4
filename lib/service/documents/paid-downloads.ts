import { claimDownload, findPaidUntil, deleteDownloads } from '@/lib/service/metering/statements/paid-answers'

import type { Context } from '../http/context'
import type { ServiceJob } from '../jobs'

const HOUR_MS = 3_600_000

type DownloadCharge = {
  readonly documentId: string
  readonly units: number
  /** Hours during which repeated downloads are free. */
  readonly hours: number
}

/**
 * Decision 23a (repeated downloads): charges a document unless the account has paid for it within the last hours.
 * Returns until when further downloads are free; undefined if nothing was paid. The record and the charge are one
 * transaction, under the lock of the account's month.
 */
export async function chargeOnce(
  { documentId, units, hours }: DownloadCharge,
  { account, db, meter, now, request }: Context,
): Promise<string | undefined> {
  const download = { accountId: account.id, documentId, now: now.toISOString() }
  const left = await meter.left()
  // A call that will be refused or is not charged must not be recorded as paid.
  if (request.method === 'HEAD' || (left !== null && left < units)) {
    const paidBefore = await findPaidUntil(db, download)
    await meter.charge(paidBefore === undefined ? units : 0)
    return paidBefore
  }
  const paidUntil = new Date(now.getTime() + hours * HOUR_MS).toISOString()
  const isDue = await claimDownload(db, { ...download, paidUntil })
  await meter.charge(isDue ? units : 0)
  return isDue ? paidUntil : findPaidUntil(db, download)
}

export const downloadJob: ServiceJob = {
  name: 'document-downloads',
  everyMs: HOUR_MS,
  run: ({ storage, clock }) => deleteDownloads(storage.db, clock().toISOString()),
}
