'use client'

import { useTranslations } from 'use-intl'

import { NewMonitorDialog } from '@/components/shared/new-monitor-dialog'

import type { WatchedNumber } from './watched-number'

interface WatchDialogProps {
  readonly watched: WatchedNumber
  readonly name: string | undefined
  readonly onClose: () => void
}

/** Makes a monitor of the company. */
export function WatchDialog({ watched, name, onClose }: WatchDialogProps) {
  const t = useTranslations('companies.watch')
  const words = {
    title: name === undefined ? t('dialogUnnamed') : t('dialog', { name }),
    explain: t('explain'),
    create: t('create'),
    done: t('done'),
    taken: t('taken'),
  }
  return <NewMonitorDialog watched={watched} words={words} onClose={onClose} />
}
