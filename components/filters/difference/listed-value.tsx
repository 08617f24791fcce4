'use client'

import { useTranslations } from 'use-intl'

import type { FilterListName } from '@/lib/domain/filter-lists'

import { valueLabel } from '../draft/value-label'
import { cachedName } from '../lists/names'

/** Shows a value with its list and, if known, its name. Personal numbers stay masked. */
export function ListedValue({ list, value }: { readonly list: FilterListName; readonly value: string }) {
  const t = useTranslations('filters')
  const name = cachedName(list, value)
  return (
    <span className="min-w-0 flex-1">
      <span className="mr-1.5 text-sm text-muted">{t(`short.${list}`)}</span>
      <span className="break-words tabular">{valueLabel(list, value, false)}</span>
      {name !== undefined && <span className="text-muted"> · {name}</span>}
    </span>
  )
}
