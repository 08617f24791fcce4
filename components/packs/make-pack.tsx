'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { useClock } from '@/components/ui/clock'
import { Icon } from '@/components/ui/icon'
import { MenuButton } from '@/components/ui/overlay/menu-button'
import type { PeriodPack } from '@/lib/contract/panel/packs'
import { isApiError } from '@/lib/domain/api-error'
import { addMonths, type Month, warsawMonth } from '@/lib/domain/calendar'
import { formatMonth } from '@/lib/domain/format/format'

/** How far back a month can be chosen. */
const MONTHS = 12
const reasons = ['running', 'no_period', 'unused', 'closed'] as const

function useMake() {
  const t = useTranslations('packs')
  const locale = useLocale()
  return useAction('packs.create', {
    done: ({ kind, period_start: start }) =>
      kind === 'closed' ? t('madeClosed', { month: formatMonth(start, locale) }) : t('made'),
    failed: (reason, error) => {
      const given = isApiError(error) ? error.detail['reason'] : undefined
      const known = reasons.find((each) => each === given)
      return known ? t(`notClosed.${known}`) : t('makeFailed', { reason })
    },
  })
}

/** A pack of the period that runs, or of a month that ended before the panel knew the account. */
export function MakePack({ packs }: { readonly packs: readonly PeriodPack[] }) {
  const t = useTranslations('packs')
  const { allowed, reason } = usePermission('packs.create')
  const make = useMake()
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {allowed && !make.isPending && (
        <EarlierMonths packs={packs} onChoose={(month) => make.mutate({ body: { month } })} />
      )}
      <Button size="sm" disabledReason={reason} isPending={make.isPending} onClick={() => make.mutate({ body: {} })}>
        {t('make')}
      </Button>
    </span>
  )
}

interface EarlierMonthsProps {
  readonly packs: readonly PeriodPack[]
  readonly onChoose: (month: Month) => void
}

function EarlierMonths({ packs, onChoose }: EarlierMonthsProps) {
  const t = useTranslations('packs')
  const locale = useLocale()
  const months = monthsWithout(packs, warsawMonth(new Date(useClock())))
  if (months.length === 0) return null
  const entries = months.map((month) => ({
    id: month,
    label: formatMonth(`${month}-01`, locale),
    onAction: () => onChoose(month),
  }))
  return (
    <MenuButton
      size="sm"
      label={t('earlier')}
      placement="bottom end"
      groups={[{ id: 'months', title: t('earlierHint'), entries }]}
    >
      {t('earlier')}
      <Icon name="chevron-down" />
    </MenuButton>
  )
}

/** Closed months that have no pack, newest first. */
function monthsWithout(packs: readonly PeriodPack[], running: Month): Month[] {
  const closed = packs.filter(({ kind }) => kind === 'closed')
  const has = new Set(closed.map(({ period_start: start }) => warsawMonth(new Date(start))))
  return Array.from({ length: MONTHS }, (_, back) => addMonths(running, -1 - back)).filter((month) => !has.has(month))
}
