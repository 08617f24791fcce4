'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'

import type { ChosenMonth } from './month'
import { monthName } from './month-name'

const MAX_SHOWN = 20

interface MonthNoteProps {
  readonly chosen: ChosenMonth
  /** As the address has it. */
  readonly asked: string | undefined
}

/** Why the page shows another month than its address asks for. */
export function MonthNote({ chosen: { fault, month }, asked = '' }: MonthNoteProps) {
  const t = useTranslations('usage.badMonth')
  const locale = useLocale()
  if (fault === undefined) return null
  const shown = asked.length > MAX_SHOWN ? `${asked.slice(0, MAX_SHOWN)}…` : asked
  return (
    <Banner tone="warn" className="mb-4">
      {t(fault, { asked: shown, month: monthName(month, locale) })}
    </Banner>
  )
}
