import { recordChange } from '@/lib/features/audit/audit'
import { invalidBody } from '@/lib/http/errors'
import type { PanelContext } from '@/lib/panel/context'
import { sealKey } from '@/lib/panel/secrets/key-custody'
import { inAccount } from '@/lib/storage/engine/account-lock'

import { defaultArchiveSettings, parseTexts } from './archive-view'
import type { ArchiveBody } from './contract'
import { retryArchiveNow } from './statements/reports'
import { findArchiveSettings, putArchiveSettings } from './statements/settings'
import type { ArchiveSettingsTable } from './tables'

/** Delay before a shorter retention period first removes reports, so that a mistake can be undone. */
const REMOVAL_DELAY_MS = 86_400_000

export async function saveArchive(body: ArchiveBody, context: PanelContext): Promise<void> {
  const { account, now } = context
  await inAccount(context, async (db) => {
    const before = (await findArchiveSettings(db, account.id)) ?? defaultArchiveSettings(account.id)
    const after = settingsOf(body, before, context)
    await putArchiveSettings(db, after)
    if (after.enabled === 1) await retryArchiveNow(db, account.id, now.toISOString())
    const [oldDetails, newDetails] = [auditDetails(before), auditDetails(after)]
    const credentials =
      after.sealed_secret_key === before.sealed_secret_key ? undefined : after.sealed_secret_key !== null
    if (JSON.stringify(oldDetails) === JSON.stringify(newDetails) && credentials === undefined) return
    const change = { ...newDetails, ...(credentials !== undefined && { new_keys: credentials }) }
    await recordChange(db, context, { action: 'archive.update', before: oldDetails, after: change })
  })
}

/** Builds the settings row. Throws if required keys are missing. */
export function settingsOf(
  body: ArchiveBody,
  before: ArchiveSettingsTable,
  context: PanelContext,
): ArchiveSettingsTable {
  const { now, user } = context
  const at = now.toISOString()
  const isOn = body.enabled
  return {
    ...before,
    ...bucketOf(body, before, context),
    enabled: isOn ? 1 : 0,
    place: body.place,
    sources: JSON.stringify([...new Set(body.sources)]),
    formats: JSON.stringify([...new Set(body.formats)]),
    keep_days: body.keep_days,
    state: isOn ? 'ok' : 'off',
    off_reason: null,
    failing_since: null,
    failure: null,
    failure_text: null,
    told_at: null,
    read_at: isOn ? null : before.read_at,
    tidied_at: isOn ? null : before.tidied_at,
    removal_at: removalOf(body.keep_days, before, now),
    since: isOn && before.enabled === 1 ? before.since : isOn ? at : before.since,
    changed_by: user.email,
    updated_at: at,
  }
}

function removalOf(keepDays: number | null, before: ArchiveSettingsTable, now: Date): string | null {
  if (keepDays === null) return null
  const isShorter = before.keep_days === null || keepDays < before.keep_days
  return before.removal_at === null || isShorter ? earliestRemoval(now) : before.removal_at
}

export const earliestRemoval = (now: Date): string => new Date(now.getTime() + REMOVAL_DELAY_MS).toISOString()

const noBucket = {
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  path_style: 0,
  sealed_access_key: null,
  sealed_secret_key: null,
}

/** Stored keys are only reused for the same address and bucket, so that they are never sent elsewhere. */
function bucketOf({ s3 }: ArchiveBody, before: ArchiveSettingsTable, { account, secrets }: PanelContext) {
  if (s3 === null) return noBucket
  const { endpoint, region, bucket, prefix, path_style, access_key, secret_key } = s3
  const isSame = before.endpoint === endpoint && before.bucket === bucket
  const sealed = (newKey: string | undefined, storedKey: string | null, field: string) => {
    if (newKey !== undefined) return sealKey(secrets.current(), account.id, newKey)
    if (!isSame || storedKey === null) throw invalidBody(['s3', field], 'The keys of this bucket are needed')
    return storedKey
  }
  if ((access_key === undefined) !== (secret_key === undefined)) {
    throw invalidBody(['s3', access_key === undefined ? 'access_key' : 'secret_key'], 'Both keys are needed')
  }
  return {
    endpoint,
    region,
    bucket,
    prefix,
    path_style: path_style ? 1 : 0,
    sealed_access_key: sealed(access_key, before.sealed_access_key, 'access_key'),
    sealed_secret_key: sealed(secret_key, before.sealed_secret_key, 'secret_key'),
  }
}

const auditDetails = ({ enabled, place, sources, formats, keep_days, ...bucketSettings }: ArchiveSettingsTable) => ({
  enabled: enabled === 1,
  place,
  sources: parseTexts(sources),
  formats: parseTexts(formats),
  keep_days,
  ...(bucketSettings.bucket !== '' && {
    endpoint: bucketSettings.endpoint,
    region: bucketSettings.region,
    bucket: bucketSettings.bucket,
    folder: bucketSettings.prefix,
  }),
})
