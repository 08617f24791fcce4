'use client'

import { useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import { WaitingNews } from '@/components/ui/waiting-news'

interface NewEventsProps {
  readonly count: number
  /** More are on their way already. */
  readonly isBehind: boolean
  readonly onShow: () => void
}

export function NewEvents({ count, isBehind, onShow }: NewEventsProps) {
  const t = useTranslations('events.new')
  const counted = useCountValues()
  const label = (
    <>
      {t('show', counted(count))}
      {isBehind && <span className="text-sm font-normal text-muted">{t('behind')}</span>}
    </>
  )
  return (
    <WaitingNews
      // While a catch-up runs, the number changes too fast to be read out.
      announcement={count > 0 && !isBehind ? t('announce', counted(count)) : ''}
      label={count > 0 ? label : undefined}
      onShow={onShow}
    />
  )
}
