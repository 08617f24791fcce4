'use client'

import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { formatDate, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'

import { createGraphWords, type GraphWords } from './picture/graph-words'

/** The words of the catalogue for everything that is said about a graph. */
export function useGraphWords(): GraphWords {
  const t = useTranslations('company-graph')
  const locale = useLocale()
  return useMemo(() => {
    const counted = (count: number) => ({ countNumber: count, count: formatInteger(count, locale) })
    return createGraphWords({
      role: (role) => t(`roles.${role}`),
      plural: (role) => t(`plurals.${role}`),
      otherPlural: t('plurals.other'),
      shares: (percent) => t('shares', { percent: formatShare(percent, locale) }),
      since: (when) => t('since', { when }),
      former: (what, when) => t('former', { what, when }),
      more: (count) => t('more', counted(count)),
      formerOnes: t('formerOnes'),
      undisclosed: t('undisclosed'),
      kind: (kind) => t(`kinds.${kind}`),
      holds: (what, who) => t('holds', { what, who }),
      holdsIn: (what, where) => t('holdsIn', { what, where }),
      asked: t('asked'),
      noLines: t('noLines'),
      groupOf: (name, count, hub) => t('groupOf', { name, hub, ...counted(count) }),
    })
  }, [t, locale])
}

/** To a tenth, as the service gives it. */
export function formatShare(percent: number, locale: string): string {
  const text = String(Math.round(percent * 10) / 10)
  return locale === 'pl' ? text.replace('.', ',') : text
}

/** A day as a remote service may give it: what is none is shown as it came. */
export const sayDay = (day: string, locale: Locale): string =>
  Number.isNaN(Date.parse(day)) ? day : formatDate(day, locale)
