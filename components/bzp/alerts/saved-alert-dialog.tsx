'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { FormDialog } from '@/components/forms/form-dialog'
import { Banner } from '@/components/layout/banner'
import { TextField } from '@/components/ui/inputs/text-field'
import { panelQuery } from '@/lib/client/queries'
import { MAX_ALERT_NAME_LENGTH } from '@/lib/contract/panel/bzp-alerts'
import type { FieldError } from '@/lib/domain/api-error'

import { AlertChanges } from './alert-changes'
import { AlertConflict } from './alert-conflict'
import { DeliveryField, VisibilityField } from './delivery-fields'
import { ExpectedLine } from './expected-line'
import { FilterChips } from './filter-chips'
import { RecipientsField } from './recipients-field'
import { draftOfAlert } from './saved-alert-draft'
import { refusedField, SavedAlertProblem } from './saved-alert-problem'
import { placeOf, useRefusalWords } from './use-refusal-words'
import { type SavedAlertForm, type SavedAlertWish, useSavedAlertForm } from './use-saved-alert-form'

interface SavedAlertDialogProps extends SavedAlertWish {
  readonly onClose: () => void
}

/** A filter under a name: for whom, how it is told, and what it will bring. */
export function SavedAlertDialog({ onClose, ...wish }: SavedAlertDialogProps) {
  const t = useTranslations('bzp-save')
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
      <VisibilityField form={form} />
      <DeliveryField form={form} />
      <RecipientsField form={form} />
      <MailNote form={form} />
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

/** Where mail cannot go out, that is said before anybody counts on it. */
function MailNote({ form: { draft } }: { readonly form: SavedAlertForm }) {
  const t = useTranslations('bzp-save.delivery')
  const { data } = useQuery(panelQuery('bzpAlerts.list', {}))
  if (data?.smtp !== false || draft.delivery === 'none') return null
  return <Banner tone="warn">{t('noSmtp')}</Banner>
}
