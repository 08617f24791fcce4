'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { usePermission } from '@/components/layout/viewer'
import { Link } from '@/components/ui/link'
import { useCountValues } from '@/components/ui/use-count-values'
import { reportsOfFilterPath } from '@/lib/domain/routes'

import { useFilterUses } from './use-filter-uses'

/** How many custom reports were ordered by the filter, with the way to them. */
export function ReportUses({ filterId }: { readonly filterId: string }) {
  const t = useTranslations('filters.uses')
  const counted = useCountValues()
  const { allowed } = usePermission('reports.list')
  const reports = useFilterUses()?.find(({ id }) => id === filterId)?.reports ?? 0
  if (reports === 0) return null
  const text = t('reportsOrdered', counted(reports))
  if (!allowed) return <p>{text}</p>
  return (
    <p>
      <Link href={asRoute(reportsOfFilterPath(filterId))} className="text-accent-ink underline underline-offset-2">
        {text}
      </Link>
    </p>
  )
}
