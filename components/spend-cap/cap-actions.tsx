'use client'

import { useLocale, useTranslations } from 'use-intl'

import { FailureReason } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { FailedState } from '@/components/ui/failed-state'
import { isApiError } from '@/lib/domain/api-error'
import { formatZloty } from '@/lib/domain/format/format'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'

import type { CapForm } from './cap-choices'
import type { LostAnswer } from './use-save-cap'

interface CapActionsProps {
  readonly form: CapForm
  /** The answer says which cap is in force. */
  readonly isCapKnown: boolean
}

export function CapActions({ form, isCapKnown }: CapActionsProps) {
  const t = useTranslations('spend-cap.editor')
  const { reason } = usePermission('spendCap.set')
  return (
    <>
      <SaveFailure form={form} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          isPending={form.isPending}
          disabledReason={reason ?? (form.isTouched ? undefined : t(isCapKnown ? 'same' : 'choose'))}
        >
          {t('save')}
        </Button>
        {form.isTouched && <Button onClick={form.discard}>{t('discard')}</Button>}
      </div>
    </>
  )
}

/** Of a lost answer nobody may say that nothing was saved. */
function useLostWords(lost: LostAnswer | undefined): string | undefined {
  const t = useTranslations('spend-cap.editor')
  const locale = useLocale()
  if (lost === undefined) return undefined
  if (lost.state === 'read') return t('failedNow', { now: formatZloty(lost.nowPln ?? DEFAULT_CEILING_PLN, locale) })
  return t(lost.state === 'checking' ? 'failedUnknown' : 'failedUnread')
}

/** A refusal that belongs to the field is shown there, as long as the field is to be seen. */
function SaveFailure({ form }: { readonly form: CapForm }) {
  const t = useTranslations('spend-cap.editor')
  const { error, fieldError, draft, lost } = form
  const lostWords = useLostWords(lost)
  if (error === null || (fieldError !== undefined && draft.choice === 'own')) return null
  const refusal =
    fieldError === undefined ? <FailureReason error={error} /> : t('fieldRefused', { message: fieldError })
  // Of a lost answer the cap that is in force says more than why it was lost.
  const reason = lostWords === undefined ? refusal : undefined
  return (
    <div className="rounded-lg border">
      <FailedState
        title={lostWords ?? t('failed')}
        reason={reason}
        requestId={isApiError(error) ? error.requestId : undefined}
      />
    </div>
  )
}
