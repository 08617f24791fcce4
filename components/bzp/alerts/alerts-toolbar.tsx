'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { TextField } from '@/components/ui/inputs/text-field'
import { useCountValues } from '@/components/ui/use-count-values'
import type { BzpAlert } from '@/lib/features/bzp/contract/alerts'

import type { AlertDialogsControl } from './alert-dialogs'
import { saveAlertsFile } from './transfer/export-alerts'

interface AlertsToolbarProps {
  readonly q: string
  readonly onFind: (q: string) => void
  readonly alerts: readonly BzpAlert[]
  readonly chosen: readonly BzpAlert[]
  readonly onClear: () => void
  readonly dialogs: AlertDialogsControl
}

/** Equals `MAX_COMPARED_FILTERS`, whose module would add its schemas to the bundle. */
export const MAX_COMPARED = 20

export function AlertsToolbar({ q, onFind, alerts, chosen, onClear, dialogs }: AlertsToolbarProps) {
  const t = useTranslations('bzp-alerts')
  const countValues = useCountValues()
  const targetAlerts = chosen.length === 0 ? alerts : chosen
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2">
      <div className="w-full sm:w-56">
        <TextField
          label={t('find')}
          isLabelHidden
          placeholder={t('find')}
          type="search"
          value={q}
          start={<Icon name="search" />}
          onChange={(event) => onFind(event.target.value)}
        />
      </div>
      <p role="status" className="text-sm text-muted tabular">
        {chosen.length === 0 ? t('count', countValues(alerts.length)) : t('selected', countValues(chosen.length))}
      </p>
      {chosen.length > 0 && (
        <Button variant="ghost" size="sm" onClick={onClear}>
          {t('clearSelection')}
        </Button>
      )}
      <span className="ml-auto flex gap-1.5">
        <Button
          size="sm"
          disabledReason={compareRefusal(targetAlerts.length, t)}
          onClick={() => dialogs.open({ kind: 'overlap', alerts: targetAlerts })}
        >
          {t('overlap.button')}
        </Button>
        <Button size="sm" onClick={() => saveAlertsFile(targetAlerts)}>
          <Icon name="download" size={14} />
          {t('export')}
        </Button>
      </span>
    </div>
  )
}

function compareRefusal(count: number, t: ReturnType<typeof useTranslations<'bzp-alerts'>>): string | undefined {
  if (count < 2) return t('overlap.few')
  return count > MAX_COMPARED ? t('overlap.many', { max: MAX_COMPARED }) : undefined
}
