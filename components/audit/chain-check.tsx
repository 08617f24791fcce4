'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import { formatTime } from '@/lib/domain/format'

/** Recomputes the chain when somebody wants to know, and says what came out. */
export function ChainCheck() {
  const t = useTranslations('audit.chain')
  const counted = useCountValues()
  const toText = useFailureText()
  const check = useQuery({ ...panelQuery('audit.verify', {}), enabled: false, retry: false, gcTime: 0 })
  const button = (
    <Button size="sm" isPending={check.isFetching} onClick={() => void check.refetch()}>
      <Icon name="shield" size={14} />
      {t('check')}
    </Button>
  )
  if (check.isError) {
    return (
      <Banner tone="danger" action={button} className="mb-4">
        {t('failed', { reason: toText(check.error) })}
      </Banner>
    )
  }
  if (check.data === undefined) return <div className="mb-4">{button}</div>
  const { entries, broken_at: brokenAt } = check.data
  return (
    <Banner tone={brokenAt === null ? 'info' : 'danger'} action={button} className="mb-4">
      {brokenAt === null ? t('intact', counted(entries)) : t('broken', { number: brokenAt })}{' '}
      <span className="text-sm">({t('at', { time: formatTime(check.dataUpdatedAt) })})</span>
    </Banner>
  )
}
