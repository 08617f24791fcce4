'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { RadioGroup } from '@/components/ui/radio-group'
import { saveFile } from '@/components/ui/save-file'
import { toast } from '@/components/ui/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { warsawDay } from '@/lib/domain/calendar'

import { chunksOf } from './chunk'
import { type ClearTexts, type ExportOptions, isMasked } from './export-rows'
import type { MonitorRecord } from './monitor-record'

/** Monitors of one call. */
const CHUNK = 10_000

export interface ExportSource {
  /** What the list shows, in its order. */
  readonly shown: readonly MonitorRecord[]
  /** What is selected, in the order of the list. */
  readonly selected: readonly MonitorRecord[]
  readonly filterNames: ExportOptions['filterNames']
}

interface ExportDialogProps extends ExportSource {
  readonly onClose: () => void
}

type Scope = 'shown' | 'selected'
type Format = 'csv' | 'xlsx'

async function fileOf(format: Format, monitors: readonly MonitorRecord[], options: ExportOptions): Promise<Blob> {
  if (format === 'xlsx') return (await import('./monitors-xlsx')).monitorsXlsx(monitors, options)
  const { monitorsCsv } = await import('./monitors-csv')
  return new Blob([monitorsCsv(monitors, options)], { type: 'text/csv;charset=utf-8' })
}

/** The numbers behind the masks, each call of which is in the audit log before it is answered. */
async function readClear(monitors: readonly MonitorRecord[]): Promise<ReadonlyMap<string, ClearTexts>> {
  const { panelCall } = await import('@/lib/client/browser')
  const clear = new Map<string, ClearTexts>()
  for (const chunk of chunksOf(monitors.filter(isMasked), CHUNK)) {
    const { items } = await panelCall('personal.export', { body: { ids: chunk.map(({ id }) => id) } })
    for (const { id, ...texts } of items) clear.set(id, texts)
  }
  return clear
}

interface FileWish {
  readonly format: Format
  readonly isPersonal: boolean
  readonly filterNames: ExportOptions['filterNames']
}

/** Makes the file and hands it over. */
function useSaveFile(onDone: () => void) {
  const toText = useFailureText()
  const [isSaving, setIsSaving] = useState(false)
  const save = async (monitors: readonly MonitorRecord[], { format, isPersonal, filterNames }: FileWish) => {
    setIsSaving(true)
    try {
      const clear = isPersonal ? await readClear(monitors) : undefined
      const file = await fileOf(format, monitors, { clear, filterNames })
      saveFile(`monitory-${warsawDay(new Date())}.${format}`, file)
      onDone()
    } catch (error) {
      toast.error(toText(error))
    } finally {
      setIsSaving(false)
    }
  }
  return { save, isSaving }
}

/** What is saved, in which form, and whether personal numbers are in it. */
export function ExportDialog({ shown, selected, filterNames, onClose }: ExportDialogProps) {
  const t = useTranslations('monitors.export')
  const common = useTranslations('common')
  const counted = useCountValues()
  const { allowed: maySee } = usePermission('personal.export')
  const [scope, setScope] = useState<Scope>(selected.length > 0 ? 'selected' : 'shown')
  const [format, setFormat] = useState<Format>('xlsx')
  const [isPersonal, setIsPersonal] = useState(false)
  const { save, isSaving } = useSaveFile(onClose)
  const monitors = scope === 'selected' ? selected : shown
  const scopes = [
    { value: 'shown' as const, label: t('shown', counted(shown.length)) },
    { value: 'selected' as const, label: t('selected', counted(selected.length)) },
  ]
  const formats = [
    { value: 'xlsx' as const, label: t('xlsx'), description: t('xlsxText') },
    { value: 'csv' as const, label: t('csv'), description: t('csvText') },
  ]
  return (
    <Dialog
      title={t('title')}
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            variant="primary"
            isPending={isSaving}
            disabledReason={monitors.length === 0 ? t('nothing') : undefined}
            onClick={() => void save(monitors, { format, isPersonal: maySee && isPersonal, filterNames })}
          >
            {t('save', counted(monitors.length))}
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
          <Checkbox checked={isPersonal} onChange={(event) => setIsPersonal(event.target.checked)}>
            {t('personal')}
          </Checkbox>
        ) : (
          <p className="text-sm text-muted">{t('masked')}</p>
        )}
      </div>
    </Dialog>
  )
}
