import { createHash } from 'node:crypto'

import * as z from 'zod'

import { LIFETIME_MS } from '@/lib/features/auth/sessions'
import { HttpError } from '@/lib/http/errors'
import { maskForLog } from '@/lib/http/mask-personal'
import type { Db } from '@/lib/storage/storage'

import type { DownloadPurpose } from './contract'
import { downloadPurposes } from './domain/download-purposes'
import { findDownloadPurpose, putDownloadPurpose } from './statements'

export type PurposeScope = { readonly sessionId: string; readonly accountId: string }

const storedPurpose = z.object({ purpose: z.enum(downloadPurposes), note: z.string() })

/** Derives the id, so that the session's id is not stored outside of its row. */
const idOf = ({ sessionId, accountId }: PurposeScope): string =>
  createHash('sha256').update(`report download ${accountId} ${sessionId}`).digest('hex')

export async function readPurpose(db: Db, scope: PurposeScope, now: Date): Promise<DownloadPurpose | null> {
  const value = await findDownloadPurpose(db, idOf(scope), now.toISOString())
  return value === undefined ? null : storedPurpose.parse(JSON.parse(value))
}

/** Stores the purpose for the maximum lifetime of a session. Likely personal numbers in the note are masked. */
export async function savePurpose(
  db: Db,
  {
    given,
    now,
    ...scope
  }: PurposeScope & { readonly userId: string; readonly given: DownloadPurpose; readonly now: Date },
): Promise<DownloadPurpose> {
  const value = { purpose: given.purpose, note: String(maskForLog(given.note)) }
  await putDownloadPurpose(db, {
    id: idOf(scope),
    user_id: scope.userId,
    value: JSON.stringify(value),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
  })
  return value
}

/** Throws 409 `purpose_required` for a session that has not given a purpose. */
export async function requirePurpose(db: Db, scope: PurposeScope, now: Date): Promise<DownloadPurpose> {
  const purpose = await readPurpose(db, scope, now)
  if (purpose !== null) return purpose
  throw new HttpError(
    'purpose_required',
    'The file contains personal data: state the purpose first (PUT /api/panel/report-purpose)',
  )
}

export const purposeText = ({ purpose, note }: DownloadPurpose): string =>
  note === '' ? purpose : `${purpose}: ${note}`
