'use client'

import { useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { reportsViewCookie } from '@/lib/domain/reports/reports-view-cookie'

import { type ReportView, reportViews } from '../report-search'

const icons = { list: 'list', calendar: 'calendar' } as const

interface ViewSwitchProps {
  readonly view: ReportView
  readonly onChange: (view: ReportView) => void
}

/** List or calendar; the browser keeps the choice for the next visit. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const t = useTranslations('reports.days.view')
  const choose = (chosen: ReportView) => {
    document.cookie = reportsViewCookie(chosen)
    onChange(chosen)
  }
  const segments = reportViews.map((value) => ({
    value,
    label: (
      <span className="inline-flex items-center gap-1.5">
        <Icon name={icons[value]} size={13} />
        {t(value)}
      </span>
    ),
  }))
  return <SegmentedControl label={t('label')} segments={segments} value={view} onChange={choose} />
}
