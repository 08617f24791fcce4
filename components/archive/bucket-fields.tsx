'use client'

import { useTranslations } from 'use-intl'

import { Checkbox } from '@/components/ui/inputs/checkbox'
import { TextField } from '@/components/ui/inputs/text-field'
import type { ArchiveView } from '@/lib/contract/panel/archive'

import { type ArchiveDraft, type DraftFaults, keepsKeys } from './archive-draft'

interface BucketFieldsProps {
  readonly draft: ArchiveDraft
  readonly view: ArchiveView
  readonly faults: DraftFaults
  readonly onChange: (change: Partial<ArchiveDraft>) => void
}

/** Where the bucket is and what opens it. Keys that are stored are never shown. */
export function BucketFields({ draft, view, faults, onChange }: BucketFieldsProps) {
  const t = useTranslations('archive.dialog')
  const field = (name: 'endpoint' | 'region' | 'bucket' | 'prefix' | 'accessKey' | 'secretKey') => ({
    label: t(name),
    error: faults[name] && t(faults[name]),
    value: draft[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  const keyHint = keepsKeys(draft, view) ? t('kept') : undefined
  return (
    <div className="grid gap-3 pb-1 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <TextField {...field('endpoint')} hint={t('endpointHint')} />
      </div>
      <TextField {...field('region')} />
      <TextField {...field('bucket')} />
      <TextField {...field('accessKey')} hint={keyHint} />
      <TextField {...field('secretKey')} type="password" autoComplete="new-password" hint={keyHint} />
      <TextField {...field('prefix')} isOptional />
      <div className="sm:col-span-2">
        <Checkbox checked={draft.pathStyle} onChange={(event) => onChange({ pathStyle: event.target.checked })}>
          {t('pathStyle')}
        </Checkbox>
      </div>
    </div>
  )
}
