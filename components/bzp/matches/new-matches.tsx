'use client'

import { useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import { WaitingNews } from '@/components/ui/waiting-news'

interface NewMatchesProps {
  readonly count: number
  readonly onShow: () => void
}

export function NewMatches({ count, onShow }: NewMatchesProps) {
  const t = useTranslations('bzp-matches.news')
  const countValues = useCountValues()
  return (
    <WaitingNews
      announcement={count > 0 ? t('announce', countValues(count)) : ''}
      label={count > 0 ? t('show', countValues(count)) : undefined}
      onShow={onShow}
    />
  )
}
