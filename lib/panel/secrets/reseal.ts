import { listSealed, replaceSealed, type SealedRow } from '@/lib/features/security/statements/sealed'
import type { Db } from '@/lib/storage/storage'

import { openKey, sealKey } from './key-custody'
import { openWithAny, type PanelSecrets } from './panel-secrets'

/**
 * Counts for one kind: encrypted again, already under the present secret, and impossible to decrypt with any known one.
 */
export type ResealCounts = { readonly resealed: number; readonly present: number; readonly lost: readonly SealedRow[] }

/** Everything that is encrypted under the panel's secret. Add new encrypted columns here. */
export const sealedKinds = [
  'accounts',
  'authenticator_apps',
  'archive_access_keys',
  'archive_secret_keys',
  'channel_urls',
  'channel_secrets',
  'channel_previous_secrets',
] as const

/** Within a transaction: encrypts again all values of earlier secrets. What cannot be decrypted stays unchanged. */
export async function resealAll(
  db: Db,
  secrets: PanelSecrets,
): Promise<Readonly<Record<(typeof sealedKinds)[number], ResealCounts>>> {
  return {
    accounts: await reseal(db, secrets, 'accounts'),
    authenticator_apps: await reseal(db, secrets, 'authenticator_apps'),
    archive_access_keys: await reseal(db, secrets, 'archive_access_keys'),
    archive_secret_keys: await reseal(db, secrets, 'archive_secret_keys'),
    channel_urls: await reseal(db, secrets, 'channel_urls'),
    channel_secrets: await reseal(db, secrets, 'channel_secrets'),
    channel_previous_secrets: await reseal(db, secrets, 'channel_previous_secrets'),
  }
}

async function reseal(db: Db, secrets: PanelSecrets, kind: (typeof sealedKinds)[number]): Promise<ResealCounts> {
  const counts = { resealed: 0, present: 0 }
  const lost: SealedRow[] = []
  for (const row of await listSealed(db, kind)) {
    if (openKey(secrets.current(), row.id, row.sealed) !== undefined) {
      counts.present += 1
      continue
    }
    const text = openWithAny(secrets, (secret) => openKey(secret, row.id, row.sealed))
    if (text === undefined) lost.push(row)
    // A value that was changed since the read is already under the present secret.
    else if (await replaceSealed(db, kind, { ...row, by: sealKey(secrets.current(), row.id, text) }))
      counts.resealed += 1
  }
  return { ...counts, lost }
}
