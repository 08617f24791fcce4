'use client'

import { useTranslations, useLocale } from 'use-intl'

import { useZodForm } from '@/components/forms/use-zod-form'
import { ZodFormDialog } from '@/components/forms/zod-form-dialog'
import { Banner } from '@/components/layout/banner'
import { FailureReason } from '@/components/layout/failed-query'
import { useAction } from '@/components/layout/use-action'
import { Button } from '@/components/ui/button'
import { useClock } from '@/components/ui/clock'
import { MAX_REPORT_DAYS } from '@/lib/contract/reports'
import { isApiError, ApiError, type FieldError } from '@/lib/domain/api-error'
import { warsawDay } from '@/lib/domain/calendar'
import { formatDate } from '@/lib/domain/format/format'

import { orderBody, type OrderInput } from './order-body'
import { OrderFields } from './order-fields'
import type { OrderStart } from './orders/order-start'

interface OrderDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly start: OrderStart
  /** Opens a schedule with the values of this form. */
  readonly onSchedule: (values: OrderInput) => void
}

/** Orders a report, which is created in the background and appears in the list. Loaded when it first opens. */
export function OrderDialog({ isOpen, onClose, start, onSchedule }: OrderDialogProps) {
  const t = useTranslations('reports.order')
  const today = warsawDay(new Date(useClock()))
  const form = useOrderForm(start)
  const translateErrors = useTranslatedOrderErrors()
  const { mutateAsync } = useAction('reports.create', { done: t('accepted'), onSuccess: onClose })
  return (
    <ZodFormDialog
      title={t('title')}
      isOpen={isOpen}
      form={form}
      submitLabel={t('send')}
      onClose={onClose}
      aside={
        <Button variant="ghost" className="mr-auto" onClick={() => onSchedule(form.getValues())}>
          {t('schedule')}
        </Button>
      }
      onSubmit={(body) =>
        mutateAsync({ body }).catch((error: unknown) => {
          throw translateErrors(error)
        })
      }
      failure={OrderFailure}
    >
      <OrderFields today={today} />
    </ZodFormDialog>
  )
}

function OrderFailure({ error }: { readonly error: Error }) {
  const t = useTranslations('reports.order')
  const status = isApiError(error) ? error.status : undefined
  if (status === 409) return <Banner tone="danger">{t('limit')}</Banner>
  if (status === 404) return <Banner tone="danger">{t('goneFilterHint')}</Banner>
  return (
    <Banner tone="danger">
      {status === 422 ? t('refused', { message: error.message }) : <FailureReason error={error} />}
    </Banner>
  )
}

/** Translates the field errors of a refused order, as far as the panel knows them. */
function useTranslatedOrderErrors(): (error: unknown) => unknown {
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

/** The form's state, which survives a refusal and a closed dialog. */
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
