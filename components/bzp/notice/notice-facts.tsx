'use client'

import { useLocale, useTranslations } from 'use-intl'

import { noticeTypes } from '@/lib/domain/bzp/notice-types'
import { readInstant } from '@/lib/domain/calendar'
import { formatDayMonth, formatZloty } from '@/lib/domain/format/format'

import { shownOrderTypes } from '../filter/alert-filter'
import type { ShownNotice } from './shown-notice'

/** Returns the name of an order type; an unknown type is shown as received. */
export function useOrderTypeName(): (type: string | null | undefined) => string | undefined {
  const t = useTranslations('bzp.kinds')
  return (type) => {
    const knownType = shownOrderTypes.find((each) => each === type)
    return knownType ? t(knownType) : (type ?? undefined)
  }
}

export function useNoticeTypeName(): (type: string | null | undefined) => string | undefined {
  const t = useTranslations('bzp.notice.types')
  return (type) => {
    const knownType = noticeTypes.find((each) => each === type)
    return knownType ? t(knownType) : (type ?? undefined)
  }
}

const USUAL_TYPE = 'ContractNotice'

/** Formats place, kind, day and value of a notice for the line below its title. */
export function useNoticeFacts(notice: ShownNotice): string {
  const t = useTranslations('bzp.notice')
  const locale = useLocale()
  const nameOrder = useOrderTypeName()
  const nameType = useNoticeTypeName()
  const {
    city,
    province,
    order_type: order,
    notice_type: type,
    published_at: publishedAt,
    estimated_value_pln: value,
  } = notice
  const published = readInstant(publishedAt)
  const facts = [
    [city, province].filter(Boolean).join(', '),
    nameOrder(order),
    type === USUAL_TYPE ? undefined : nameType(type),
    published === undefined ? publishedAt : formatDayMonth(published, locale),
    typeof value === 'number' ? t('value', { value: formatZloty(value, locale) }) : undefined,
  ]
  return facts.filter(Boolean).join(' · ')
}
