'use client'

import { useLocale, useTranslations } from 'use-intl'

import { OverageMeter } from '@/components/meters/overage-meter'
import { useOutlook } from '@/components/meters/use-outlook'
import { Card, CardBody } from '@/components/ui/card'
import { readInstant } from '@/lib/domain/calendar'
import { formatDateTime } from '@/lib/domain/format/format'

import { CapRows } from './cap-rows'
import type { CapMeterAnswer } from './use-meter'

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
