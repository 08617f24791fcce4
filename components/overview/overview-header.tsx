'use client'

import { useTranslations, useLocale } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { ProviderLink } from '@/components/layout/payment/provider-link'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { OutlookText } from '@/components/meters/outlook-text'
import { NearCapNote } from '@/components/meters/overage-note'
import { useMeter, useSummary } from '@/components/meters/use-meters'
import { useOutlook } from '@/components/meters/use-outlook'
import { useToPay } from '@/components/meters/use-outlook-words'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { Link } from '@/components/ui/link'
import { Skeleton } from '@/components/ui/skeleton'
import type { OperationAnswer } from '@/lib/client/client'
import { formatPercent, formatDate } from '@/lib/domain/format/format'
import { formatTimeLeft } from '@/lib/domain/format/format-span'
import { routes } from '@/lib/domain/routes'
import { paceRatio } from '@/lib/domain/usage/pace'
import { isLiftedByCap } from '@/lib/domain/usage/standing'

import { toOverviewPeriod, type OverviewPeriod } from './period'

export function OverviewHeader() {
  const meter = useMeter()
  return (
    <>
      <PeriodLine />
      {meter.data === undefined ? <NoMeter /> : <ToPay meter={meter.data} />}
    </>
  )
}

function NoMeter() {
  const t = useTranslations('overview')
  const contentName = useTranslations('meters.overage')('what')
  const meter = useMeter()
  if (!meter.isError)
    return (
      <PageHeader
        title={<Skeleton className="h-7 w-80 max-w-full" />}
        subtitle={<Skeleton className="mt-1 h-4 w-96 max-w-full" />}
      />
    )
  return (
    <>
      <PageHeader title={t('title')} />
      <Card className="mb-4">
        <QueryView query={meter} skeleton={null} contentName={contentName}>
          {() => null}
        </QueryView>
      </Card>
    </>
  )
}

function ToPay({ meter }: { readonly meter: OperationAnswer<'usage.api'> }) {
  const t = useTranslations('overview')
  const toPay = useToPay()
  const outlook = useOutlook(meter)
  const { terms, stop } = outlook.standing
  const { allowed } = usePermission('usage.setSpendCap')
  // Without overage, or if the service accepts no change, there is no cap to change.
  const hasCap = terms === 'paid' && stop !== 'inactive'
  const actions = allowed && hasCap && (
    <LinkButton href={routes.spendCap} variant="primary">
      {t('changeCap')}
    </LinkButton>
  )
  return (
    <PageHeader
      title={stop === null ? toPay(outlook) : t(`stopped.${stop}`)}
      subtitle={
        <div className="mt-1 max-w-3xl">
          {stop !== null && stop !== 'inactive' && <p className="mb-1">{toPay(outlook)}</p>}
          <OutlookText meter={meter} outlook={outlook} hasLink={false} />
          {stop !== null && <WayOut isOwner={allowed} isLifted={isLiftedByCap(stop)} />}
          <NearCapNote meter={meter} hasLink={false} />
        </div>
      }
      {...(actions !== false && { actions })}
    />
  )
}

/** Where to look when paid calls are refused; other roles find the owner, who ends it. */
function WayOut({ isOwner, isLifted }: { readonly isOwner: boolean; readonly isLifted: boolean }) {
  const t = useTranslations('overview.way')
  return (
    <p className="mt-2 flex flex-wrap gap-x-4">
      {!isLifted && <ProviderLink />}
      <Link href={routes.usage} className="underline underline-offset-2">
        {t('usage')}
      </Link>
      {!isOwner && (
        <Link href={routes.settingsMembers} className="underline underline-offset-2">
          {t('members')}
        </Link>
      )}
    </p>
  )
}

function PeriodLine() {
  const t = useTranslations('overview.period')
  const range = useRangeText()
  const { data, isError } = useSummary()
  if (data === undefined) return isError ? null : <Skeleton className="mb-1 h-4 w-96 max-w-full" />
  const period = toOverviewPeriod(data.period_start, data.period_end)
  return (
    <p className="mb-1 text-muted">
      {period === undefined ? t('unknown') : t('line', { range: range(period) })}
      {period !== undefined && <Elapsed start={data.period_start ?? ''} end={data.period_end ?? ''} />}
    </p>
  )
}

function Elapsed({ start, end }: { readonly start: string; readonly end: string }) {
  const t = useTranslations('overview.period')
  const locale = useLocale()
  const now = useClock()
  const remainingMs = Date.parse(end) - now
  if (remainingMs <= 0) return ` · ${t('over')}`
  const percent = formatPercent(paceRatio(start, end, new Date(now)), locale)
  return (
    <>
      {` · ${t('elapsed', { percent })} · `}
      <time dateTime={end} title={`${end} · ${t('zone')}`}>
        {t('resets', { left: formatTimeLeft(remainingMs, locale) })}
      </time>
    </>
  )
}

/** E.g. `1–30 listopada` for a calendar month, and two full dates for any other period. */
function useRangeText() {
  const t = useTranslations('overview.period')
  const locale = useLocale()
  return ({ firstDay, lastDay, isCalendarMonth }: OverviewPeriod): string =>
    isCalendarMonth
      ? t('days', {
          from: Number(firstDay.slice(8)),
          to: Number(lastDay.slice(8)),
          month: `m${lastDay.slice(5, 7)}`,
        })
      : `${formatDate(firstDay, locale)} – ${formatDate(lastDay, locale)}`
}
