'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { SignInLink } from '@/components/layout/sign-in-link'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import { MAX_BZP_ALERTS } from '@/lib/contract/panel/bzp-alerts'
import { type ApiError, type FieldError, isApiError } from '@/lib/domain/api-error'

import { alertLimits, alertLists } from '../filter/alert-filter'
import { placeOf, useRefusalWords } from './use-refusal-words'
import type { SavedAlertForm } from './use-saved-alert-form'

const placed = ['name', 'is_team', 'timing', 'digest_hour', 'targets', 'filter', ...alertLists, ...alertLimits] as const
type PlacedField = (typeof placed)[number]
/** Said beside its field. */
const hasPlace = (error: FieldError) => placed.some((name) => name === placeOf(error).path[0])

/** What the panel said of one of these fields, undefined where it said nothing. */
export function refusedField(error: unknown, ...fields: readonly PlacedField[]): FieldError | undefined {
  return isApiError(error)
    ? error.fields.find((each) => fields.some((field) => field === placeOf(each).path[0]))
    : undefined
}

interface FieldRefusalProps {
  readonly form: SavedAlertForm
  readonly fields: readonly PlacedField[]
}

/** Beside a field: why the panel did not take it. */
export function FieldRefusal({ form: { error, draft }, fields }: FieldRefusalProps) {
  const wordsOf = useRefusalWords()
  const refused = refusedField(error, ...fields)
  if (refused === undefined) return null
  return (
    <p role="alert" className="mt-1 text-sm text-danger-ink">
      {wordsOf(placeOf(refused), { ...draft.condition, ...draft.condition.filter })}
    </p>
  )
}

interface SavedAlertProblemProps {
  readonly error: unknown
  readonly onSaveAsNew: () => void
}

const isPlaced = ({ code, fields }: ApiError): boolean =>
  code === 'rule_changed' || (fields.length > 0 && fields.every(hasPlace))

/** Why an alert could not be saved, where that belongs to no field. */
export function SavedAlertProblem({ error, onSaveAsNew }: SavedAlertProblemProps) {
  const t = useTranslations('bzp-save')
  if (error === undefined || (isApiError(error) && isPlaced(error))) return null
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
  const counted = useCountValues()
  const toText = useFailureText()
  const wordsOf = useRefusalWords()
  const said = error.fields.find((field) => !hasPlace(field))
  if (error.code === 'limit') return <Banner tone="danger">{t('limit', { max: counted(MAX_BZP_ALERTS).count })}</Banner>
  return (
    <Banner tone="danger" action={error.status === 401 ? <SignInLink /> : undefined}>
      {said === undefined ? `${t('failed')} ${toText(error)}` : t('refused', { message: wordsOf(placeOf(said)) })}
    </Banner>
  )
}
