'use client'

import { useLocale, useTranslations } from 'use-intl'

import { FormDialog } from '@/components/forms/form-dialog'
import { Banner } from '@/components/layout/banner'
import { FormPart } from '@/components/shared/rules/form-part'
import { TargetFields } from '@/components/shared/rules/target-fields'
import { TimeFields } from '@/components/shared/rules/time-fields'
import { TextField } from '@/components/ui/inputs/text-field'
import { MAX_ALERT_NAME_LENGTH, MAX_AT_ONCE_A_DAY } from '@/lib/contract/panel/bzp-alerts'
import type { FieldError } from '@/lib/domain/api-error'
import { formatInteger } from '@/lib/domain/format/format'

import { AlertChanges } from './alert-changes'
import { AlertConflict } from './alert-conflict'
import { ExpectedLine } from './expected-line'
import { FilterChips } from './filter-chips'
import { draftOfAlert } from './saved-alert-draft'
import { FieldRefusal, refusedField, SavedAlertProblem } from './saved-alert-problem'
import { placeOf, useRefusalWords } from './use-refusal-words'
import { type SavedAlertForm, type SavedAlertWish, useSavedAlertForm } from './use-saved-alert-form'

interface SavedAlertDialogProps extends SavedAlertWish {
  readonly onClose: () => void
}

/** A filter under a name: for whom, how it is told, and what it will bring. */
export function SavedAlertDialog({ onClose, ...wish }: SavedAlertDialogProps) {
  const t = useTranslations('bzp-save')
  const rule = useTranslations('rule-form')
  const form = useSavedAlertForm(wish)
  const isNew = wish.alert === null
  return (
    <FormDialog
      title={t(isNew ? 'createTitle' : 'editTitle')}
      submitLabel={t(isNew ? 'save' : 'saveChanges')}
      isPending={form.isPending}
      onSubmit={() => form.theirs === undefined && form.submit()}
      onClose={onClose}
    >
      <NameAndFilter form={form} />
      {form.telling && (
        <>
          <FormPart title={rule('whenLabel')}>
            <TimeFields form={form.telling} />
            <TimingFault form={form} />
          </FormPart>
          <FormPart title={rule('whomLabel')}>
            <TargetFields form={form.telling} />
            <FieldRefusal form={form} fields={['targets', 'is_team']} />
            {!form.hasSmtp && form.draft.timing !== 'none' && <Banner tone="warn">{t('delivery.noSmtp')}</Banner>}
          </FormPart>
        </>
      )}
      {wish.alert !== null && form.theirs === undefined && (
        <section>
          <h3 className="mb-1 font-medium">{t('changes.title')}</h3>
          <AlertChanges before={draftOfAlert(wish.alert)} after={form.draft} />
        </section>
      )}
      {form.theirs !== undefined && (
        <AlertConflict
          mine={form.draft}
          theirs={draftOfAlert(form.theirs)}
          onTakeTheirs={form.takeTheirs}
          onKeepMine={form.keepMine}
        />
      )}
      <SavedAlertProblem error={form.error} onSaveAsNew={form.saveAsNew} />
    </FormDialog>
  )
}

function NameAndFilter({ form }: { readonly form: SavedAlertForm }) {
  const t = useTranslations('bzp-save')
  const { draft, change, faults, error } = form
  const reasonOf = useNameReason()
  const refused = refusedField(error, 'name')
  const nameError = faults.name !== undefined ? t('faults.name') : refused && reasonOf(refused)
  return (
    <>
      <TextField
        label={t('name')}
        value={draft.name}
        maxLength={MAX_ALERT_NAME_LENGTH}
        error={nameError}
        autoFocus
        onChange={(event) => change({ name: event.target.value })}
      />
      <div className="space-y-1">
        <p className="font-medium">{t('filter')}</p>
        <FilterChips filter={draft.filter} />
        <ExpectedLine form={form} />
      </div>
    </>
  )
}

/** A name that is taken is said by more than the reason. */
function useNameReason(): (refused: FieldError) => string {
  const t = useTranslations('bzp-save.faults')
  const wordsOf = useRefusalWords()
  return (refused) => (refused.type === 'name_taken' ? t('nameTaken') : wordsOf(placeOf(refused)))
}

/** What is too much for at once says so before it is sent. */
function TimingFault({ form }: { readonly form: SavedAlertForm }) {
  const t = useTranslations('bzp-save.faults')
  const locale = useLocale()
  if (form.faults.timing === undefined) return <FieldRefusal form={form} fields={['timing', 'digest_hour']} />
  const count = Math.round(form.expected?.perWorkingDay ?? 0)
  const numbers = {
    countNumber: count,
    count: formatInteger(count, locale),
    max: formatInteger(MAX_AT_ONCE_A_DAY, locale),
  }
  return (
    <p role="alert" className="text-sm text-danger-ink">
      {t('atOnce', numbers)}
    </p>
  )
}
