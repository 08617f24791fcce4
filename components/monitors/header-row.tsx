'use client'

import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'

import { cellClass, columnIds, rowGrid } from './row-layout'

/** Column names; they stay in sight below the selection bar. */
export function HeaderRow() {
  const t = useTranslations('monitors.columns')
  return (
    <div role="rowgroup" className="sticky top-12 z-10 max-sm:sr-only">
      <div role="row" aria-rowindex={1} className={classNames(rowGrid, 'border-b bg-card py-2 text-sm text-muted')}>
        <span role="columnheader">
          <span className="sr-only">{t('select')}</span>
        </span>
        {columnIds.map((id) => (
          <span key={id} role="columnheader" className={classNames('truncate', cellClass[id])}>
            {t(id)}
          </span>
        ))}
      </div>
    </div>
  )
}
