'use client'

import { useTranslations } from 'use-intl'

import { FailureReason } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { FailedState } from '@/components/ui/failed-state'
import { isApiError } from '@/lib/domain/api-error'

import type { CapForm } from './cap-choices'

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

/** A refusal that belongs to the field is shown there, as long as the field is to be seen. */
function SaveFailure({ form }: { readonly form: CapForm }) {
  const t = useTranslations('spend-cap.editor')
  const { error, fieldError, draft } = form
  if (error === null || (fieldError !== undefined && draft.choice === 'own')) return null
  return (
    <div className="rounded-lg border">
      <FailedState
        title={t('failed')}
        reason={fieldError === undefined ? <FailureReason error={error} /> : t('fieldRefused', { message: fieldError })}
        requestId={isApiError(error) ? error.requestId : undefined}
      />
    </div>
  )
}
