'use client'

import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { usePlanPlaces } from '@/components/meters/use-meters'
import { Button, LinkButton } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatInteger } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'

function QuotaText() {
  const t = useTranslations('monitors')
  const locale = useLocale()
  const countValues = useCountValues()
  const { count: current, limit } = usePlanPlaces('monitors')
  if (current === undefined) return null
  if (limit === undefined || limit === null) return t('countOnly', countValues(current))
  return t('count', { count: formatInteger(current, locale), limit: formatInteger(limit, locale) })
}

/** Leads to the add box: by name, number, list or file. */
export function AddLink() {
  const t = useTranslations('monitors')
  const permission = usePermission('monitors.bulkCreate')
  if (!permission.allowed) {
    return (
      <Button variant="primary" disabledReason={permission.reason}>
        {t('add')}
      </Button>
    )
  }
  return (
    <LinkButton variant="primary" href={routes.monitorsImport}>
      {t('add')}
    </LinkButton>
  )
}

interface MonitorsHeaderProps {
  /** Other actions on the list, shown before the add link. */
  readonly children?: ReactNode
}

export function MonitorsHeader({ children }: MonitorsHeaderProps) {
  const t = useTranslations('monitors')
  return (
    <PageHeader
      title={t('title')}
      subtitle={
        <span className="inline-block min-h-5 tabular">
          <QuotaText />
        </span>
      }
      actions={
        <>
          {children}
          <AddLink />
        </>
      }
    />
  )
}
