'use client'

import { useTranslations } from 'use-intl'

import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { type ListPageSize, registerPageSizes } from '@/lib/domain/registers/register-rows'
interface PageSizeProps {
  readonly size: ListPageSize
  readonly onChange: (size: ListPageSize) => void
}

/** Rows per page, each of which is charged. */
export function PageSize({ size, onChange }: PageSizeProps) {
  const t = useTranslations('registers')
  return (
    <span className="inline-flex items-center gap-2 text-sm text-muted">
      {t('pageSize')}
      <SegmentedControl
        label={t('pageSize')}
        segments={registerPageSizes.map((each) => ({ value: String(each), label: String(each) }))}
        value={String(size)}
        onChange={(value) => onChange(registerPageSizes.find((each) => String(each) === value) ?? size)}
      />
    </span>
  )
}
