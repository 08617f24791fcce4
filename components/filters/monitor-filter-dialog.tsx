'use client'

import { useTranslations } from 'use-intl'

import { NewMonitorDialog } from '@/components/shared/new-monitor-dialog'

import type { FilterRecord } from './draft/filter-draft'

interface MonitorFilterDialogProps {
  readonly filter: FilterRecord
  readonly onClose: () => void
}

export function MonitorFilterDialog({ filter: { id, name }, onClose }: MonitorFilterDialogProps) {
  const t = useTranslations('filters.monitors')
  const words = {
    title: t('dialog', { name: name ?? '' }),
    explain: t('explain'),
    create: t('create'),
    createdText: t('done'),
    duplicateText: t('taken'),
    missingText: t('gone'),
  }
  return <NewMonitorDialog watched={{ filter_id: id }} words={words} initialLabel={name} onClose={onClose} />
}
