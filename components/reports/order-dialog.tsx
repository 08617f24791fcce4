'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Form } from '@/components/forms/form'
import { SubmitButton } from '@/components/forms/submit-button'
import { FailureReason } from '@/components/layout/query-states'
import { toneClass } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { useClock } from '@/components/ui/clock'
import { Dialog } from '@/components/ui/dialog'
import { toast } from '@/components/ui/toast'
import { isApiError } from '@/lib/domain/api-error'
import { warsawDay } from '@/lib/domain/calendar'

import { OrderFields } from './order-fields'
import { useOrder, useOrderForm } from './use-order'
import { useOrderWords } from './use-order-words'

interface OrderDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Orders a report; it is made in the background and appears in the list. Loaded when it first opens. */
export function OrderDialog({ isOpen, onOpenChange }: OrderDialogProps) {
  const t = useTranslations('reports.order')
  const common = useTranslations('common')
  const formId = useId()
  const today = warsawDay(new Date(useClock()))
  const form = useOrderForm(today)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const inWords = useOrderWords()
  const { mutateAsync } = useOrder(() => {
    onOpenChange(false)
    toast.success(t('accepted'))
  })
  const footer = (
    <>
      <Button onClick={() => onOpenChange(false)}>{common('cancel')}</Button>
      <SubmitButton form={form} formId={formId}>
        {t('send')}
      </SubmitButton>
    </>
  )
  return (
    <Dialog title={t('title')} isOpen={isOpen} onOpenChange={onOpenChange} footer={footer}>
      <Form
        id={formId}
        form={form}
        className="space-y-3.5"
        onSubmit={(body) =>
          mutateAsync({ body }).catch((error: unknown) => {
            throw inWords(error)
          })
        }
        onRefused={setRefusal}
        failure={refusal !== null && <OrderFailure error={refusal} />}
      >
        <OrderFields today={today} />
      </Form>
    </Dialog>
  )
}

function OrderFailure({ error }: { readonly error: Error }) {
  return (
    <div role="alert" className={classNames('rounded-lg px-3 py-2', toneClass('danger'))}>
      <Reason error={error} />
    </div>
  )
}

function Reason({ error }: { readonly error: Error }) {
  const t = useTranslations('reports.order')
  const status = isApiError(error) ? error.status : undefined
  if (status === 409) return t('limit')
  return status === 422 ? t('refused', { message: error.message }) : <FailureReason error={error} />
}
