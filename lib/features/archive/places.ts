import type { Guard } from '@/lib/panel/outgoing/address-guard'
import { openKey } from '@/lib/panel/secrets/key-custody'
import { openWithAny, type PanelSecrets } from '@/lib/panel/secrets/panel-secrets'

import { ArchiveFault } from './archive-fault'
import type { ArchivePlace } from './archive-place'
import { archiveFolder, diskPlace } from './disk-place'
import { s3Place } from './s3-place'
import type { SpoolDisk } from './spool'
import type { ArchiveSettingsTable } from './tables'

export type PlaceInput = {
  readonly dataDir: string
  readonly secrets: PanelSecrets | undefined
  readonly outgoing: Guard
  readonly disk: SpoolDisk
}

type Settings = Pick<
  ArchiveSettingsTable,
  | 'account_id'
  | 'place'
  | 'endpoint'
  | 'region'
  | 'bucket'
  | 'prefix'
  | 'path_style'
  | 'sealed_access_key'
  | 'sealed_secret_key'
>

/** Returns the storage location as text, empty for the local disk. Reports at other locations are neither read nor
 * removed. */
export const locationOf = ({
  place,
  endpoint,
  bucket,
  prefix,
}: Pick<Settings, 'place' | 'endpoint' | 'bucket' | 'prefix'>) =>
  place === 'disk' ? '' : [endpoint, bucket, ...(prefix === '' ? [] : [prefix])].join('/')

/** Throws `ArchiveFault` if the keys cannot be decrypted or the address is not allowed. */
export function openPlace(input: PlaceInput, settings: Settings): Promise<ArchivePlace> {
  const { account_id: accountId } = settings
  if (settings.place === 'disk') {
    return Promise.resolve(diskPlace(archiveFolder(input.dataDir, accountId), input.disk.freeBytes))
  }
  const accessKey = openSealed(input, accountId, settings.sealed_access_key)
  const secretKey = openSealed(input, accountId, settings.sealed_secret_key)
  if (accessKey === undefined || secretKey === undefined) {
    return Promise.reject(new ArchiveFault('secret_lost', 'The keys of the bucket cannot be opened'))
  }
  const { endpoint, region, bucket, prefix } = settings
  const bucketSettings = {
    endpoint,
    region,
    bucket,
    prefix,
    pathStyle: settings.path_style === 1,
    accessKey,
    secretKey,
  }
  return s3Place(bucketSettings, accountId, input.outgoing)
}

function openSealed({ secrets }: PlaceInput, accountId: string, sealed: string | null): string | undefined {
  if (sealed === null || secrets === undefined) return undefined
  return openWithAny(secrets, (secret) => openKey(secret, accountId, sealed))
}
