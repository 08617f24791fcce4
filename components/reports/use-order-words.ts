'use client'

import { useLocale, useTranslations } from 'use-intl'

import { ApiError, type FieldError, isApiError } from '@/lib/domain/api-error'
import { formatDate } from '@/lib/domain/format'

/** A refused order with its places in the reader's words, as far as this panel knows them. */
export function useOrderWords(): (error: unknown) => unknown {
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
