'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { RuleFormDialog } from '@/components/shared/rules/rule-form-dialog'

import { AlertChanges, AlertConflict } from './alert-changes'
import { ExpectedFault, ExpectedLine } from './expected-line'
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
  const form = useSavedAlertForm(wish)
  const { draft, saved, theirs } = form
  const isNew = saved === null
  return (
    <RuleFormDialog
      form={form}
      title={t(isNew ? 'createTitle' : 'editTitle')}
      submitLabel={t(isNew ? 'save' : 'saveChanges')}
      nameError={useNameError(form)}
      about={
        <div className="space-y-1">
          <p className="font-medium">{t('filter')}</p>
          <FilterChips filter={draft.condition.filter} />
          <ExpectedLine form={form} />
        </div>
      }
      ofTimes={<ExpectedFault form={form} of="timing" />}
      ofTargets={
        <>
          <FieldRefusal form={form} fields={['targets', 'is_team']} />
          {!form.hasSmtp && draft.timing !== 'none' && <Banner tone="warn">{t('delivery.noSmtp')}</Banner>}
        </>
      }
      onClose={onClose}
    >
      {saved !== null && theirs === undefined && (
        <section>
          <h3 className="mb-1 font-medium">{t('changes.title')}</h3>
          <AlertChanges before={draftOfAlert(saved)} after={draft} />
        </section>
      )}
      {theirs !== undefined && (
        <AlertConflict
          mine={draft}
          theirs={draftOfAlert(theirs)}
          onTakeTheirs={form.takeTheirs}
          onKeepMine={form.keepMine}
        />
      )}
      <SavedAlertProblem error={form.error} onSaveAsNew={form.saveAsNew} />
    </RuleFormDialog>
  )
}

/** A name that is taken is said by more than the reason. */
function useNameError({ faults, error }: SavedAlertForm): string | undefined {
  const t = useTranslations('bzp-save.faults')
  const wordsOf = useRefusalWords()
  if (faults.name) return t('name')
  const refused = refusedField(error, 'name')
  return refused && (refused.type === 'name_taken' ? t('nameTaken') : wordsOf(placeOf(refused)))
}
