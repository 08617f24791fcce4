'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useZodForm } from '@/components/forms/use-zod-form'
import { mutation } from '@/lib/client/queries'
import { MAX_REPORT_DAYS } from '@/lib/contract/reports'
import { addDays, type Day } from '@/lib/domain/calendar'

import { orderBody } from './order-body'

/** What is being ordered: at first the last seven finished days. It outlives a refusal and a closed dialog. */
export function useOrderForm(today: Day) {
  const t = useTranslations('reports.order.fault')
  return useZodForm({
    schema: orderBody,
    defaultValues: {
      source: 'krz',
      format: 'csv',
      date_from: addDays(today, -7),
      date_to: addDays(today, -1),
      filter_id: '',
      monitor_tag: '',
    },
    words: {
      date_from: { required: t('missing'), rule: t('reversed') },
      date_to: { required: t('missing'), rule: t('tooLong', { max: MAX_REPORT_DAYS }) },
    },
  })
}

/** Sends an order; `onAccepted` before the list of orders is read again. */
export function useOrder(onAccepted: () => void) {
  const client = useQueryClient()
  return useMutation({
    ...mutation('reports.create'),
    onSuccess: async () => {
      onAccepted()
      await client.invalidateQueries({ queryKey: ['reports', 'list'] })
    },
  })
}
