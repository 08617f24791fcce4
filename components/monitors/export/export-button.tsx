'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'

import type { MonitorList } from '../data/use-monitors'
import { type SelectionStore } from '../selection/selection-store'
import type { ExportSource } from './export-dialog'

const loadDialog = async () => (await import('./export-dialog')).ExportDialog
const ExportDialog = lazyComponent(loadDialog)

/** Selected monitors in list order, followed by those selected in another search. */
function sourceOf({ monitors, match, names }: MonitorList, store: SelectionStore): ExportSource {
  const { chosen } = store.read()
  const shown = new Set(monitors.map(({ id }) => id))
  const isChosen = ({ id }: { readonly id: string }) => chosen.has(id)
  const elsewhere = match.entries.map(({ monitor }) => monitor).filter((monitor) => !shown.has(monitor.id))
  const selected = chosen.size === 0 ? [] : [...monitors.filter(isChosen), ...elsewhere.filter(isChosen)]
  return { shown: monitors, selected, filterNames: names && new Map([...names].map(([id, { name }]) => [id, name])) }
}

export function MonitorExportButton({ list, store }: { readonly list: MonitorList; readonly store: SelectionStore }) {
  const t = useTranslations('monitors.export')
  const [source, setSource] = useState<ExportSource>()
  return (
    <>
      <Button
        disabledReason={list.isComplete ? undefined : t('reading')}
        onPointerEnter={() => preload(loadDialog)}
        onClick={() => setSource(sourceOf(list, store))}
      >
        {t('button')}
      </Button>
      {source !== undefined && <ExportDialog {...source} onClose={() => setSource(undefined)} />}
    </>
  )
}
