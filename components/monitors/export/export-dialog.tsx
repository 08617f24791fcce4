'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { useSaveTable } from '@/components/shared/use-save-table'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { Dialog } from '@/components/ui/overlay/dialog'
import { Progress } from '@/components/ui/progress'
import { useCountValues } from '@/components/ui/use-count-values'
import { lazyPanelCall } from '@/lib/client/queries'
import type { TableFormat } from '@/lib/client/table-file/messages'
import { warsawDay } from '@/lib/domain/calendar'
import { chunksOf } from '@/lib/domain/collections/chunks'

import type { MonitorRecord } from '../data/monitor-record'
import { type UnmaskedTexts, type ExportOptions, hasMaskedText, monitorsTable } from './export-rows'

const CHUNK = 10_000

export interface ExportSource {
  /** The listed monitors, in their order. */
  readonly shown: readonly MonitorRecord[]
  /** The selected monitors, in list order. */
  readonly selected: readonly MonitorRecord[]
  readonly filterNames: ExportOptions['filterNames']
}

interface ExportDialogProps extends ExportSource {
  readonly onClose: () => void
}

type Scope = 'shown' | 'selected'

/** Reads the unmasked numbers. Each call is written to the audit log before it is answered. */
async function readUnmasked(
  monitors: readonly MonitorRecord[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, UnmaskedTexts>> {
  const unmasked = new Map<string, UnmaskedTexts>()
  for (const chunk of chunksOf(monitors.filter(hasMaskedText), CHUNK)) {
    const { items } = await lazyPanelCall('personal.export', { body: { ids: chunk.map(({ id }) => id) } })
    for (const { id, ...texts } of items) unmasked.set(id, texts)
    signal.throwIfAborted()
  }
  return unmasked
}

interface ExportFileOptions {
  readonly format: TableFormat
  readonly isUnmasked: boolean
  readonly filterNames: ExportOptions['filterNames']
}

/**
 * Creates and downloads the file. The audit log entry comes first, also for a masked file; without it no file is
 * created.
 */
function useSaveMonitors(onDone: () => void) {
  const { save: saveTable, ...progress } = useSaveTable()
  const save = async (monitors: readonly MonitorRecord[], { format, isUnmasked, filterNames }: ExportFileOptions) => {
    const makeTables = async (signal: AbortSignal) => {
      const body = { monitors: monitors.length, format, personal: isUnmasked }
      await lazyPanelCall('monitors.recordExport', { body })
      const unmasked = isUnmasked ? await readUnmasked(monitors, signal) : undefined
      return [monitorsTable(monitors, { unmasked, filterNames })]
    }
    const name = `monitory-${warsawDay(new Date())}.${format}`
    if (await saveTable({ name, format, makeTables })) onDone()
  }
  return { save, ...progress }
}

export function ExportDialog({ shown, selected, filterNames, onClose }: ExportDialogProps) {
  const t = useTranslations('monitors.export')
  const common = useTranslations('common')
  const countValues = useCountValues()
  const { allowed: maySee } = usePermission('personal.export')
  const [scope, setScope] = useState<Scope>(selected.length > 0 ? 'selected' : 'shown')
  const [format, setFormat] = useState<TableFormat>('xlsx')
  const [isUnmasked, setIsUnmasked] = useState(false)
  const { save, rows, isSaving, cancel } = useSaveMonitors(onClose)
  const monitors = scope === 'selected' ? selected : shown
  const scopes = [
    { value: 'shown' as const, label: t('shown', countValues(shown.length)) },
    { value: 'selected' as const, label: t('selected', countValues(selected.length)) },
  ]
  const formats = [
    { value: 'xlsx' as const, label: t('xlsx'), description: t('xlsxText') },
    { value: 'csv' as const, label: t('csv'), description: t('csvText') },
  ]
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={isSaving ? cancel : onClose}>{common('cancel')}</Button>
          <Button
            variant="primary"
            isPending={isSaving}
            disabledReason={monitors.length === 0 ? t('nothing') : undefined}
            onClick={() => void save(monitors, { format, isUnmasked: maySee && isUnmasked, filterNames })}
          >
            {common(`download.${format}`)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <RadioGroup
          label={t('scope')}
          value={scope}
          onChange={setScope}
          options={selected.length > 0 ? scopes : scopes.slice(0, 1)}
        />
        <RadioGroup label={t('format')} value={format} onChange={setFormat} options={formats} />
        {maySee ? (
          <Checkbox checked={isUnmasked} onChange={(event) => setIsUnmasked(event.target.checked)}>
            {t('personal')}
          </Checkbox>
        ) : (
          <p className="text-sm text-muted">{t('masked')}</p>
        )}
        {rows !== undefined && <Progress label={t('saving')} done={rows} total={monitors.length} />}
      </div>
    </Dialog>
  )
}
