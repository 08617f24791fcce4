'use client'

import { useTranslations, useLocale } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { SignInLink } from '@/components/layout/sign-in-link'
import { useFailureText } from '@/components/layout/use-failure-text'
import { RuleFormDialog } from '@/components/shared/rules/rule-form-dialog'
import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import { type ApiError, type FieldError, isApiError } from '@/lib/domain/api-error'
import { formatInteger } from '@/lib/domain/format/format'
import { MAX_AT_ONCE_A_DAY, MAX_MATCHES_A_DAY, MAX_BZP_ALERTS } from '@/lib/features/bzp/contract/alerts'

import { alertLimits, alertLists } from '../filter/alert-filter'
import { AlertChanges, AlertConflict } from './alert-changes'
import { FilterChips } from './filter-chips'
import { draftOfAlert } from './saved-alert-draft'
import { usePaceText } from './use-pace-text'
import { toPathRefusal, useRefusalWords } from './use-refusal-words'
import { type SavedAlertForm, type SavedAlertFormInput, useSavedAlertForm } from './use-saved-alert-form'

const formFields = [
  'name',
  'is_team',
  'timing',
  'digest_hour',
  'targets',
  'filter',
  ...alertLists,
  ...alertLimits,
] as const
type AlertFormField = (typeof formFields)[number]
const belongsToField = (error: FieldError) => formFields.some((name) => name === toPathRefusal(error).path[0])

function refusedField(error: unknown, ...fields: readonly AlertFormField[]): FieldError | undefined {
  return isApiError(error)
    ? error.fields.find((each) => fields.some((field) => field === toPathRefusal(each).path[0]))
    : undefined
}

interface FieldRefusalProps {
  readonly form: SavedAlertForm
  readonly fields: readonly AlertFormField[]
}

function FieldRefusal({ form: { error, draft }, fields }: FieldRefusalProps) {
  const wordsOf = useRefusalWords()
  const fieldError = refusedField(error, ...fields)
  if (fieldError === undefined) return null
  return (
    <p role="alert" className="mt-1 text-sm text-danger-ink">
      {wordsOf(toPathRefusal(fieldError), { ...draft.condition, ...draft.condition.filter })}
    </p>
  )
}

interface SavedAlertProblemProps {
  readonly error: unknown
  readonly onSaveAsNew: () => void
}

const isShownAtFields = ({ code, fields }: ApiError): boolean =>
  code === 'rule_changed' || (fields.length > 0 && fields.every(belongsToField))

function SavedAlertProblem({ error, onSaveAsNew }: SavedAlertProblemProps) {
  const t = useTranslations('bzp-save')
  if (error === undefined || (isApiError(error) && isShownAtFields(error))) return null
  if (!isApiError(error)) return <Banner tone="danger">{t('faults.failed')}</Banner>
  if (error.status !== 404) return <RefusedAlert error={error} />
  const action = (
    <Button size="sm" onClick={onSaveAsNew}>
      {t('saveAsNew')}
    </Button>
  )
  return (
    <Banner tone="warn" action={action}>
      {t('faults.gone')}
    </Banner>
  )
}

function RefusedAlert({ error }: { readonly error: ApiError }) {
  const t = useTranslations('bzp-save.faults')
  const countValues = useCountValues()
  const toText = useFailureText()
  const wordsOf = useRefusalWords()
  const unplacedError = error.fields.find((field) => !belongsToField(field))
  if (error.code === 'limit')
    return <Banner tone="danger">{t('limit', { max: countValues(MAX_BZP_ALERTS).count })}</Banner>
  return (
    <Banner tone="danger" action={error.status === 401 ? <SignInLink /> : undefined}>
      {unplacedError === undefined
        ? `${t('failed')} ${toText(error)}`
        : t('refused', { message: wordsOf(toPathRefusal(unplacedError)) })}
    </Banner>
  )
}

interface ExpectedLineProps {
  readonly form: SavedAlertForm
}

/** Shows how many matches the preview of the filter predicts, and warns if they are too many. */
function ExpectedLine({ form }: ExpectedLineProps) {
  const t = useTranslations('bzp-save.expected')
  const words = useExpectedWords(form)
  return (
    <>
      {form.expected?.count === 0 ? (
        <Banner tone="warn">{words}</Banner>
      ) : (
        <p className="text-sm text-muted" role="status">
          {words} {form.expected !== undefined && t('estimate')}
        </p>
      )}
      <ExpectedFault form={form} of="filter" />
    </>
  )
}

function useExpectedWords({ expected, preview }: SavedAlertForm): string {
  const t = useTranslations('bzp-save.expected')
  const locale = useLocale()
  const pace = usePaceText()
  if (expected === undefined) return t(preview.isError ? 'unknown' : 'counting')
  const days = formatInteger(expected.days, locale)
  if (expected.count === 0) return t('none', { days, daysNumber: expected.days })
  return t('line', {
    week: pace(expected.perWeek),
    count: formatInteger(expected.count, locale),
    days,
    daysNumber: expected.days,
  })
}

interface ExpectedFaultProps extends ExpectedLineProps {
  readonly of: 'filter' | 'timing'
}

const refusedFields = {
  filter: ['filter', ...alertLists, ...alertLimits],
  timing: ['timing', 'digest_hour'],
} as const

function ExpectedFault({ form, of }: ExpectedFaultProps) {
  const t = useTranslations('bzp-save.faults')
  const locale = useLocale()
  const fault = form.faults[of]
  if (fault === undefined) return <FieldRefusal form={form} fields={refusedFields[of]} />
  const count = Math.round(form.expected?.perWorkingDay ?? 0)
  const max = fault === 'atOnce' ? MAX_AT_ONCE_A_DAY : MAX_MATCHES_A_DAY
  return (
    <p role="alert" className="text-sm text-danger-ink">
      {t(fault, { count: formatInteger(count, locale), countNumber: count, max: formatInteger(max, locale) })}
    </p>
  )
}

interface SavedAlertDialogProps extends SavedAlertFormInput {
  readonly onClose: () => void
}

/** Saves a filter under a name, with its owner and delivery, and shows how much it will match. */
export function SavedAlertDialog({ onClose, ...formInput }: SavedAlertDialogProps) {
  const t = useTranslations('bzp-save')
  const form = useSavedAlertForm(formInput)
  const { draft, saved, theirs } = form
  const isNew = saved === null
  return (
    <RuleFormDialog
      form={form}
      title={t(isNew ? 'createTitle' : 'editTitle')}
      submitLabel={t(isNew ? 'save' : 'saveChanges')}
      nameError={useNameError(form)}
      introduction={
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
          {!form.hasSmtp && <Banner tone="info">{t('delivery.noSmtp')}</Banner>}
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

/** A taken name has a longer explanation than other refusals. */
function useNameError({ faults, error }: SavedAlertForm): string | undefined {
  const t = useTranslations('bzp-save.faults')
  const wordsOf = useRefusalWords()
  if (faults.name) return t('name')
  const fieldError = refusedField(error, 'name')
  return fieldError && (fieldError.type === 'name_taken' ? t('nameTaken') : wordsOf(toPathRefusal(fieldError)))
}
