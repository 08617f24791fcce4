import { saveFile } from '@/components/ui/save-file'
import { warsawDay } from '@/lib/domain/calendar'
import type { BzpAlert, BzpAlertBody } from '@/lib/features/bzp/contract/alerts'

/** As an import takes it back. Recipients stand by their ids: no address leaves the panel. */
const fileForm = ({ targets, timing: delivery, ...alert }: BzpAlert): BzpAlertBody => {
  const { name, filter, is_team, digest_hour, weekday, working_days_only, quiet } = alert
  const recipients = targets.flatMap(({ kind, target }) => (is_team && kind === 'member' ? [target] : []))
  const times = { delivery, digest_hour, weekday, working_days_only, quiet }
  return { name, filter, is_team, ...times, recipients, muted_until: null }
}

export const toAlertsFile = (alerts: readonly BzpAlert[]): string =>
  `${JSON.stringify({ items: alerts.map(fileForm) }, null, 2)}\n`

/** File names do not follow the language of the reader. */
export const saveAlertsFile = (alerts: readonly BzpAlert[]): void =>
  saveFile(
    `alerty-bzp-${warsawDay(new Date())}.json`,
    new Blob([toAlertsFile(alerts)], { type: 'application/json;charset=utf-8' }),
  )
