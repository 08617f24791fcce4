import type { ReportSource } from '@/lib/domain/events/sources'
import type { ArchiveView } from '@/lib/features/archive/contract'
import { type ArchivePlaceKind, MAX_KEEP_DAYS } from '@/lib/features/archive/domain/archive'
import type { PanelInput } from '@/lib/features/contract'

type Body = PanelInput<'archive.update'>['body']
type Format = Body['formats'][number]

export type ArchiveDraft = {
  readonly enabled: boolean
  readonly place: ArchivePlaceKind
  readonly sources: readonly ReportSource[]
  readonly formats: readonly Format[]
  readonly keepDays: string
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly prefix: string
  readonly pathStyle: boolean
  readonly accessKey: string
  readonly secretKey: string
}

const noBucket = { endpoint: '', region: '', bucket: '', prefix: '', path_style: false, has_keys: false }

export function draftOf(view: ArchiveView): ArchiveDraft {
  const { has_keys: _, path_style: pathStyle, ...bucket } = view.s3 ?? noBucket
  return {
    ...bucket,
    pathStyle,
    // Users who open the dialog while archiving is off want to turn it on.
    enabled: true,
    place: view.place,
    sources: view.sources,
    formats: view.formats,
    keepDays: view.keep_days === null ? '' : String(view.keep_days),
    accessKey: '',
    secretKey: '',
  }
}

export type DraftFault = 'needed' | 'badEndpoint' | 'badBucket' | 'badPrefix' | 'badKeep' | 'chooseOne'
export type DraftFaults = { readonly [Field in keyof ArchiveDraft]?: DraftFault }

/** Stored keys are valid only for the address and bucket they were saved with. */
export const usesStoredKeys = (draft: ArchiveDraft, { s3 }: ArchiveView): boolean =>
  s3?.has_keys === true && s3.bucket === draft.bucket.trim() && s3.endpoint === originOf(draft.endpoint)

/** Undefined if the text is not the address of a service. */
function originOf(text: string): string | undefined {
  const trimmed = text.trim()
  return /^https?:\/\/[^/?#@\s]+\/?$/i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed).origin : undefined
}

export function faultsOf(draft: ArchiveDraft, view: ArchiveView): DraftFaults {
  return {
    ...(draft.sources.length === 0 && { sources: 'chooseOne' as const }),
    ...(draft.formats.length === 0 && { formats: 'chooseOne' as const }),
    ...(keepDaysOf(draft) === undefined && { keepDays: 'badKeep' as const }),
    ...(draft.place === 's3' && bucketFaults(draft, view)),
  }
}

function bucketFaults(draft: ArchiveDraft, view: ArchiveView): DraftFaults {
  return {
    ...keyFaults(draft, view),
    ...(originOf(draft.endpoint) === undefined && { endpoint: 'badEndpoint' as const }),
    ...(!/^[\w-]{1,50}$/.test(draft.region.trim()) && { region: 'needed' as const }),
    ...(!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/.test(draft.bucket.trim()) && { bucket: 'badBucket' as const }),
    ...(!/^[\w!.*'()/-]{0,200}$/.test(draft.prefix.trim()) && { prefix: 'badPrefix' as const }),
  }
}

/** The keys belong together: both are needed, or neither. */
function keyFaults(draft: ArchiveDraft, view: ArchiveView): DraftFaults {
  const [access, secret] = [draft.accessKey.trim(), draft.secretKey.trim()]
  const needsKeys = !usesStoredKeys(draft, view) || access !== '' || secret !== ''
  return {
    ...(needsKeys && access === '' && { accessKey: 'needed' as const }),
    ...(needsKeys && secret === '' && { secretKey: 'needed' as const }),
  }
}

/** Null means for ever; undefined means that the text is not a number of days. */
export function keepDaysOf({ keepDays }: Pick<ArchiveDraft, 'keepDays'>): number | null | undefined {
  const text = keepDays.trim()
  if (text === '') return null
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= MAX_KEEP_DAYS ? days : undefined
}

/** The draft must not have faults. */
export function bodyOf(draft: ArchiveDraft): Body {
  const { enabled, place, sources, formats, endpoint, region, bucket, prefix, pathStyle } = draft
  const [access, secret] = [draft.accessKey.trim(), draft.secretKey.trim()]
  return {
    enabled,
    place,
    sources: [...sources],
    formats: [...formats],
    keep_days: keepDaysOf(draft) ?? null,
    s3:
      place === 'disk'
        ? null
        : {
            endpoint: endpoint.trim(),
            region: region.trim(),
            bucket: bucket.trim(),
            prefix: prefix.trim(),
            path_style: pathStyle,
            ...(access !== '' && { access_key: access, secret_key: secret }),
          },
  }
}
