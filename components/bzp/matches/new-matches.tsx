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
  const counted = useCountValues()
  return (
    <WaitingNews
      announcement={count > 0 ? t('announce', counted(count)) : ''}
      label={count > 0 ? t('show', counted(count)) : undefined}
      onShow={onShow}
    />
  )
}
