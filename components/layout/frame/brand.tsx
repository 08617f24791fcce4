'use client'

import { useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/domain/routes'

export function BrandMark() {
  return (
    <span className="grid size-5.5 shrink-0 place-items-center rounded-sm bg-accent text-on-accent">
      <Icon name="menu" size={14} />
    </span>
  )
}

export function Brand() {
  const t = useTranslations('layout')
  return (
    <Link href={routes.overview} className="flex items-center gap-2 rounded-md text-lg font-semibold tracking-tight">
      <BrandMark />
      {t('brand')}
    </Link>
  )
}
