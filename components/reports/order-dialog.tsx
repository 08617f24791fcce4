'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { Form } from '@/components/forms/form'
import { SubmitButton } from '@/components/forms/submit-button'
import { useZodForm } from '@/components/forms/use-zod-form'
import { FailureReason } from '@/components/layout/query-states'
import { toneClass } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { useClock } from '@/components/ui/clock'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { mutation } from '@/lib/client/queries'
import { MAX_REPORT_DAYS } from '@/lib/contract/reports'
import { isApiError, ApiError, type FieldError } from '@/lib/domain/api-error'
import { warsawDay } from '@/lib/domain/calendar'
import { formatDate } from '@/lib/domain/format/format'

import { orderBody, type OrderInput } from './order-body'
import { OrderFields } from './order-fields'
import type { OrderStart } from './orders/order-start'

interface OrderDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly start: OrderStart
  /** To order what is filled in again and again. */
  readonly onSchedule: (values: OrderInput) => void
}

/** Orders a report; it is made in the background and appears in the list. Loaded when it first opens. */
export function OrderDialog({ isOpen, onOpenChange, start, onSchedule }: OrderDialogProps) {
  const t = useTranslations('reports.order')
  const common = useTranslations('common')
  const formId = useId()
  const today = warsawDay(new Date(useClock()))
  const form = useOrderForm(start)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const inWords = useOrderWords()
  const { mutateAsync } = useOrder(() => {
    onOpenChange(false)
    toast.success(t('accepted'))
  })
  const footer = (
    <>
      <Button variant="ghost" className="mr-auto" onClick={() => onSchedule(form.getValues())}>
        {t('schedule')}
      </Button>
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
  if (status === 404) return t('goneFilterHint')
  return status === 422 ? t('refused', { message: error.message }) : <FailureReason error={error} />
}

/** A refused order with its places in the reader's words, as far as this panel knows them. */
function useOrderWords(): (error: unknown) => unknown {
  const t = useTranslations('reports.order.fault')
  const locale = useLocale()
  const wordsOf = ({ type, message, ctx = {} }: FieldError): string => {
    if (type === 'unknown_tag') return t('unknownTag')
    if (type !== 'range_not_held') return message
    const { held_from: from, held_to: to } = ctx
    if (typeof from !== 'string' || typeof to !== 'string') return t('nothingHeld')
    return t('notHeld', { from: formatDate(from, locale), to: formatDate(to, locale) })
  }
  return (error) => {
    if (!isApiError(error) || error.fields.length === 0) return error
    const { message, status, code, requestId, detail } = error
    const fields = error.fields.map((each) => ({ ...each, message: wordsOf(each) }))
    return new ApiError(message, { status, code, requestId, detail, fields })
  }
}

/** What is being ordered. It outlives a refusal and a closed dialog. */
function useOrderForm({ values }: OrderStart) {
  const t = useTranslations('reports.order.fault')
  return useZodForm({
    schema: orderBody,
    defaultValues: values,
    words: {
      date_from: { required: t('missing'), rule: t('reversed') },
      date_to: { required: t('missing'), rule: t('tooLong', { max: MAX_REPORT_DAYS }) },
    },
  })
}

/** Sends an order; `onAccepted` before the list of orders is read again. */
function useOrder(onAccepted: () => void) {
  const client = useQueryClient()
  return useMutation({
    ...mutation('reports.create'),
    onSuccess: async () => {
      onAccepted()
      await Promise.all(
        [
          ['reports', 'list'],
          ['usage', 'summary'],
          ['panel', 'reportOrders'],
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      )
    },
  })
}
