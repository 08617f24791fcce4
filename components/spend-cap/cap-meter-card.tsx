'use client'

import { useLocale, useTranslations } from 'use-intl'

import { OverageMeter } from '@/components/meters/overage-meter'
import { useBillText } from '@/components/meters/overage-note'
import { CountRow, IncludedRow, LeftRow, PriceRow } from '@/components/meters/overage-rows'
import { useOutlook } from '@/components/meters/use-outlook'
import { Card, CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { readInstant } from '@/lib/domain/calendar'
import { formatDateTime } from '@/lib/domain/format/format'
import { capSource, unitsInPlan, wholeCount } from '@/lib/domain/usage/overage'
import { billOf, type OverageBill } from '@/lib/domain/usage/overage-bill'
import type { Standing } from '@/lib/domain/usage/standing'

import { type CapMeterAnswer, useCapDays } from './use-meter'

interface CapRowsProps {
  readonly meter: CapMeterAnswer
  readonly standing: Standing
}

function CapRows({ meter, standing }: CapRowsProps) {
  const t = useTranslations('spend-cap.meter')
  const words = useTranslations('meters.overage')
  const isPaid = standing.terms === 'paid'
  const hasUnits = isPaid || (wholeCount(meter.overage_units) ?? 0) > 0
  const isUnlimited = meter.included === null && unitsInPlan(meter) !== undefined
  return (
    <DataList>
      {(isPaid || standing.terms === 'trial') && (
        <DataRow label={t('source')}>{t(`sources.${capSource(meter)}`)}</DataRow>
      )}
      {isUnlimited ? <DataRow label={words('included')}>{words('unlimited')}</DataRow> : <IncludedRow meter={meter} />}
      {hasUnits && <CountRow label={words('units')} value={meter.overage_units} />}
      {isPaid && <PriceRow meter={meter} />}
      <LeftRow standing={standing} />
      <CountRow label={t('documents')} value={meter.document_units} />
      {meter.trial === true && <CountRow label={words('trialRequests')} value={meter.trial_requests} />}
      {hasUnits && <CheckRow meter={meter} />}
    </DataList>
  )
}

const checkKeys = {
  adds: 'checkOk',
  earlier: 'checkEarlier',
  prices: 'checkPrices',
  off: 'checkOff',
} as const satisfies Record<OverageBill['kind'], string>

/** The calculation of the sum, so that finance can compare it with the invoice. */
function CheckRow({ meter }: Pick<CapRowsProps, 'meter'>) {
  const t = useTranslations('spend-cap.meter')
  const textOf = useBillText()
  const days = useCapDays()
  const bill = billOf(meter, days)
  if (!bill) return null
  return (
    <DataRow label={t('check')}>
      <span className={bill.kind === 'off' ? 'text-danger-ink' : undefined}>
        {t(checkKeys[bill.kind], textOf(bill))}
      </span>
    </DataRow>
  )
}

export function CapMeterCard({ meter }: { readonly meter: CapMeterAnswer }) {
  const t = useTranslations('spend-cap.meter')
  const locale = useLocale()
  const outlook = useOutlook(meter)
  const { period_end: iso } = meter
  const end = readInstant(iso)
  const until = end !== undefined && (
    <time dateTime={iso ?? undefined} title={iso ?? undefined}>
      {t('until', { when: formatDateTime(end, locale) })}
    </time>
  )
  return (
    <Card title={t('title')} aside={until}>
      <CardBody>
        <OverageMeter meter={meter} outlook={outlook} hasLink={false} />
        {outlook.standing.terms === 'trial' && <p className="mb-2 text-muted">{t('trial')}</p>}
        <CapRows meter={meter} standing={outlook.standing} />
      </CardBody>
    </Card>
  )
}
