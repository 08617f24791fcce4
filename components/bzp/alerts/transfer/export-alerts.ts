import { saveFile } from '@/components/ui/save-file'
import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'
import { warsawDay } from '@/lib/domain/calendar'

import { bodyOfDraft, draftOfAlert } from '../saved-alert-draft'

/** What an import takes back. Recipients stand by their ids: no address leaves the panel. */
export const toAlertsFile = (alerts: readonly BzpAlert[]): string =>
  `${JSON.stringify({ items: alerts.map((alert) => bodyOfDraft({ ...draftOfAlert(alert), mutedUntil: null })) }, null, 2)}\n`

/** File names do not follow the language of the reader. */
export const saveAlertsFile = (alerts: readonly BzpAlert[]): void =>
  saveFile(
    `alerty-bzp-${warsawDay(new Date())}.json`,
    new Blob([toAlertsFile(alerts)], { type: 'application/json;charset=utf-8' }),
  )
