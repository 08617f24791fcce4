'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { FormDialog } from '@/components/forms/form-dialog'
import { Banner } from '@/components/layout/banner'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { TextField } from '@/components/ui/inputs/text-field'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import { reportName, reportSources } from '@/lib/domain/events/sources'
import { formatDateTime } from '@/lib/domain/format/format'
import type { ArchiveView } from '@/lib/features/archive/contract'

import {
  type ArchiveDraft,
  type DraftFaults,
  draftOf,
  faultsOf,
  keepDaysOf,
  usesStoredKeys,
  bodyOf,
} from './archive-draft'

const formats = ['json', 'csv'] as const

/** Edits whether and where reports are archived; the storage can be tested before it is saved. */
export function ArchiveDialog({ view, onClose }: { readonly view: ArchiveView; readonly onClose: () => void }) {
  const t = useTranslations('archive.dialog')
  const [draft, setDraft] = useState(() => draftOf(view))
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const save = useSaveArchive(onClose)
  const validation = useValidatePlace()
  const faults = wasSubmitted ? faultsOf(draft, view) : {}
  const set = (change: Partial<ArchiveDraft>) => {
    validation.reset()
    setDraft((now) => ({ ...now, ...change }))
  }
  const submitIfValid = (onValid: (draft: ArchiveDraft) => void) => {
    setWasSubmitted(true)
    if (Object.keys(faultsOf(draft, view)).length === 0) onValid(draft)
  }
  return (
    <FormDialog
      title={t('title')}
      submitLabel={t('save')}
      isPending={save.isPending}
      onSubmit={() => submitIfValid(save.save)}
      onClose={onClose}
      aside={
        <Button isPending={validation.isPending} onClick={() => submitIfValid(validation.validate)}>
          {t('validate')}
        </Button>
      }
    >
      <Checkbox checked={draft.enabled} onChange={(event) => set({ enabled: event.target.checked })}>
        {t('enabled')}
      </Checkbox>
      <PlaceField draft={draft} view={view} faults={faults} onChange={set} />
      <ArchivedContent draft={draft} faults={faults} onChange={set} />
      <RetentionField draft={draft} view={view} faults={faults} onChange={set} />
      <ValidationResult validation={validation} />
    </FormDialog>
  )
}

interface DraftFieldsProps {
  readonly draft: ArchiveDraft
  readonly view: ArchiveView
  readonly faults: DraftFaults
  readonly onChange: (change: Partial<ArchiveDraft>) => void
}

function PlaceField(props: DraftFieldsProps) {
  const t = useTranslations('archive.dialog')
  const { draft, onChange } = props
  return (
    <RadioGroup
      label={t('place')}
      value={draft.place}
      onChange={(place) => onChange({ place })}
      options={[
        { value: 'disk', label: t('disk'), description: t('diskHint') },
        { value: 's3', label: t('s3'), description: t('s3Hint'), content: <BucketFields {...props} /> },
      ]}
    />
  )
}

function ArchivedContent({ draft, faults, onChange }: Omit<DraftFieldsProps, 'view'>) {
  const t = useTranslations('archive.dialog')
  const locale = useLocale()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Choices
        label={t('sources')}
        error={faults.sources && t(faults.sources)}
        options={reportSources.map((value) => ({ value, label: reportName(value, locale) }))}
        chosen={draft.sources}
        onChange={(sources) => onChange({ sources })}
      />
      <Choices
        label={t('formats')}
        error={faults.formats && t(faults.formats)}
        options={formats.map((value) => ({ value, label: value.toUpperCase() }))}
        chosen={draft.formats}
        onChange={(chosen) => onChange({ formats: chosen })}
      />
    </div>
  )
}

interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly error: string | undefined
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: readonly Value[]) => void
}

function Choices<Value extends string>({ label, error, options, chosen, onChange }: ChoicesProps<Value>) {
  const id = useId()
  const toggle = (value: Value, isOn: boolean) =>
    onChange(options.map((each) => each.value).filter((each) => (each === value ? isOn : chosen.includes(each))))
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      {options.map(({ value, label: words }) => (
        <div key={value}>
          <Checkbox checked={chosen.includes(value)} onChange={(event) => toggle(value, event.target.checked)}>
            {words}
          </Checkbox>
        </div>
      ))}
      {error !== undefined && (
        <p id={id} role="alert" className="mt-1 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** A shorter retention removes reports, so the dialog shows how many and when before it is saved. */
function RetentionField({ draft, view, faults, onChange }: DraftFieldsProps) {
  const t = useTranslations('archive.dialog')
  const locale = useLocale()
  const countValues = useCountValues()
  const days = keepDaysOf(draft)
  const isShorter = typeof days === 'number' && (view.keep_days === null || days < view.keep_days)
  const removal = useQuery({
    ...panelQuery('archive.removal', { query: { keep_days: days ?? 1 } }),
    enabled: isShorter && view.counts.stored > 0,
  })
  return (
    <div>
      <TextField
        label={t('keep')}
        hint={t('keepHint')}
        error={faults.keepDays && t(faults.keepDays)}
        inputMode="numeric"
        maxLength={4}
        value={draft.keepDays}
        onChange={(event) => onChange({ keepDays: event.target.value })}
      />
      {isShorter && removal.data && (
        <p role="status" className="mt-1 text-sm text-warn-ink">
          {t('shorter', { ...countValues(removal.data.reports), at: formatDateTime(removal.data.at, locale) })}
        </p>
      )}
    </div>
  )
}

/** The address of the bucket and its keys. Stored keys are never shown. */
function BucketFields({ draft, view, faults, onChange }: DraftFieldsProps) {
  const t = useTranslations('archive.dialog')
  const field = (name: 'endpoint' | 'region' | 'bucket' | 'prefix' | 'accessKey' | 'secretKey') => ({
    label: t(name),
    error: faults[name] && t(faults[name]),
    value: draft[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  const keyHint = usesStoredKeys(draft, view) ? t('kept') : undefined
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

/** Saves and confirms; a refusal is shown and leaves the dialog open. */
function useSaveArchive(onDone: () => void) {
  const t = useTranslations('archive.dialog')
  const client = useQueryClient()
  const { mutate, isPending } = useAction('archive.update', {
    done: t('saved'),
    failed: (reason) => t('failed', { reason }),
    onSuccess: (view) => {
      client.setQueryData(panelQuery('archive.get', {}).queryKey, view)
      onDone()
    },
  })
  return { save: (draft: ArchiveDraft) => mutate({ body: bodyOf(draft) }), isPending }
}

function useValidatePlace() {
  const { mutate, ...action } = useAction('archive.validate')
  return { ...action, validate: (draft: ArchiveDraft) => mutate({ body: bodyOf(draft) }) }
}

function ValidationResult({
  validation: { data, error },
}: {
  readonly validation: ReturnType<typeof useValidatePlace>
}) {
  const t = useTranslations('archive')
  const failureText = useFailureText()
  if (error) return <Banner tone="danger">{t('dialog.checkFailed', { reason: failureText(error) })}</Banner>
  if (data === undefined) return null
  if (data.ok) return <Banner tone="info">{t('dialog.valid')}</Banner>
  const reason = data.failure === null ? '' : t(`failures.${data.failure}`)
  return (
    <Banner tone="danger">
      {t('dialog.invalid', { step: t(`dialog.steps.${data.step ?? 'write'}`), reason })}{' '}
      {data.error !== null && <span className="break-words">({data.error})</span>}
    </Banner>
  )
}
