'use client'

import { useLocale, useTranslations } from 'use-intl'

import { noticeTypes } from '@/lib/domain/bzp/notice-types'
import { readInstant } from '@/lib/domain/calendar'
import { formatDayMonth, formatZloty } from '@/lib/domain/format/format'

import { shownOrderTypes } from '../filter/alert-filter'
import type { ShownNotice } from './shown-notice'

/** What kind of order it is, in words; as it came where nobody knows the kind. */
export function useOrderTypeName(): (type: string | null | undefined) => string | undefined {
  const t = useTranslations('bzp.kinds')
  return (type) => {
    const known = shownOrderTypes.find((each) => each === type)
    return known ? t(known) : (type ?? undefined)
  }
}

/** What kind of notice it is, in words. */
export function useNoticeTypeName(): (type: string | null | undefined) => string | undefined {
  const t = useTranslations('bzp.notice.types')
  return (type) => {
    const known = noticeTypes.find((each) => each === type)
    return known ? t(known) : (type ?? undefined)
  }
}

const USUAL_TYPE = 'ContractNotice'

/** Place, kind, day, value: what a line under a title says of a notice. */
export function useNoticeFacts(notice: ShownNotice): string {
  const t = useTranslations('bzp.notice')
  const locale = useLocale()
  const nameOrder = useOrderTypeName()
  const nameType = useNoticeTypeName()
  const { city, province, order_type: order, notice_type: type, published_at: at, estimated_value_pln: value } = notice
  const published = readInstant(at)
  const facts = [
    [city, province].filter(Boolean).join(', '),
    nameOrder(order),
    type === USUAL_TYPE ? undefined : nameType(type),
    published === undefined ? at : formatDayMonth(published, locale),
    typeof value === 'number' ? t('value', { value: formatZloty(value, locale) }) : undefined,
  ]
  return facts.filter(Boolean).join(' · ')
}
