'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'
import { routes } from '@/lib/domain/routes'

export function BackLink() {
  const t = useTranslations('monitor-detail')
  return (
    <p className="mb-1">
      <Link href={routes.monitors} className="inline-flex items-center gap-1 text-muted hover:underline">
        <Icon name="chevron-left" size={12} />
        {t('back')}
      </Link>
    </p>
  )
}
