'use client'

import { type FormEvent, useId } from 'react'
import { useTranslations } from 'use-intl'

import { FailureReason } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { FailedState } from '@/components/ui/failed-state'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { Select } from '@/components/ui/inputs/select'
import { TagField } from '@/components/ui/inputs/tag-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import { MAX_RECIPIENTS, MAX_THRESHOLDS, type SpendAlert } from '@/lib/contract/panel/spend-alerts'
import { isApiError } from '@/lib/domain/api-error'
import { isLocale, locales } from '@/lib/domain/format/locales'
import { alertBases, alertMeasures } from '@/lib/domain/usage/spend-alert'

import { bareNumber, isAddress, isThreshold } from './alert-draft'
import { useAlertForm } from './use-alert-form'

type AlertForm = ReturnType<typeof useAlertForm>

interface AlertDialogProps {
  /** Null: a new one. */
  readonly alert: SpendAlert | null
  readonly onClose: () => void
}

export function AlertDialog({ alert, onClose }: AlertDialogProps) {
  const t = useTranslations('alerts.form')
  const common = useTranslations('common')
  const id = useId()
  const form = useAlertForm(alert, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.isPending) form.submit()
  }
  return (
    <Dialog
      title={t(alert === null ? 'createTitle' : 'editTitle')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={!form.isPending}
      size="md"
      footer={
        <>
          <Button onClick={onClose} aria-disabled={form.isPending}>
            {common('cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" isPending={form.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="space-y-4">
        <RuleFields form={form} />
        <RecipientFields form={form} />
        <Checkbox checked={form.draft.enabled} onChange={(event) => form.change({ enabled: event.target.checked })}>
          {t('enabled')}
        </Checkbox>
        <SaveFailure error={form.error} />
      </form>
    </Dialog>
  )
}

function RuleFields({ form: { draft, change, changeBasis, faults } }: { readonly form: AlertForm }) {
  const t = useTranslations('alerts.form')
  const measures = useTranslations('alerts.measure')
  const unit = draft.basis === 'pln' ? t('zloty') : '%'
  return (
    <>
      <SegmentedControl
        label={t('measure')}
        segments={alertMeasures.map((value) => ({ value, label: measures(value) }))}
        value={draft.measure}
        onChange={(measure) => change({ measure })}
      />
      <Select
        label={t('basis')}
        options={alertBases.map((value) => ({ value, label: t(`bases.${value}`) }))}
        value={draft.basis}
        onChange={(event) => changeBasis(alertBases.find((each) => each === event.target.value) ?? 'cap')}
      />
      <TagField
        label={t('thresholds', { unit })}
        hint={t('thresholdsHint')}
        error={faults.thresholds && t(`faults.thresholds.${faults.thresholds}`)}
        values={draft.thresholds}
        onChange={(thresholds) => change({ thresholds })}
        normalize={bareNumber}
        separation="numbers"
        max={MAX_THRESHOLDS}
        describe={(value) => ({
          label: draft.basis === 'pln' ? `${value} ${t('zloty')}` : `${value}%`,
          ...(isThreshold(value, draft.basis) ? {} : { tone: 'danger', title: t('faults.thresholds.invalid') }),
        })}
      />
    </>
  )
}

function RecipientFields({ form: { draft, change, faults } }: { readonly form: AlertForm }) {
  const t = useTranslations('alerts.form')
  const languages = useTranslations('layout.languages')
  return (
    <>
      <TagField
        label={t('recipients')}
        hint={t('recipientsHint', { max: MAX_RECIPIENTS })}
        error={faults.recipients && t(`faults.recipients.${faults.recipients}`)}
        values={draft.recipients}
        onChange={(recipients) => change({ recipients })}
        normalize={(text) => text.trim()}
        max={MAX_RECIPIENTS}
        describe={(value) => (isAddress(value) ? {} : { tone: 'danger', title: t('faults.recipients.invalid') })}
      />
      <Select
        label={t('language')}
        options={locales.map((value) => ({ value, label: languages(value) }))}
        value={draft.language}
        onChange={({ target: { value } }) => isLocale(value) && change({ language: value })}
      />
    </>
  )
}

function SaveFailure({ error }: { readonly error: Error | null }) {
  const t = useTranslations('alerts.form')
  if (error === null) return null
  const refused = isApiError(error) ? error.fields[0]?.message : undefined
  const isFull = isApiError(error) && error.code === 'limit'
  const reason = refused ?? (isFull ? t('tooMany') : <FailureReason error={error} />)
  return (
    <div className="rounded-lg border">
      <FailedState title={t('failed')} reason={reason} requestId={isApiError(error) ? error.requestId : undefined} />
    </div>
  )
}
