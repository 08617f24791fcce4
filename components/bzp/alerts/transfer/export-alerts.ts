import { saveFile } from '@/components/ui/save-file'
import { warsawDay } from '@/lib/domain/calendar'
import type { BzpAlert, BzpAlertBody } from '@/lib/features/bzp/contract/alerts'

/** The form that an import accepts. Recipients are exported by id, so that no e-mail address leaves the panel. */
const toFileItem = ({ targets, timing: delivery, ...alert }: BzpAlert): BzpAlertBody => {
  const { name, filter, is_team, digest_hour, weekday, working_days_only, quiet } = alert
  const recipients = targets.flatMap(({ kind, target }) => (is_team && kind === 'member' ? [target] : []))
  const times = { delivery, digest_hour, weekday, working_days_only, quiet }
  return { name, filter, is_team, ...times, recipients, muted_until: null }
}

export const toAlertsFile = (alerts: readonly BzpAlert[]): string =>
  `${JSON.stringify({ items: alerts.map(toFileItem) }, null, 2)}\n`

/** The file name is the same in every language of the interface. */
export const saveAlertsFile = (alerts: readonly BzpAlert[]): void =>
  saveFile(
    `alerty-bzp-${warsawDay(new Date())}.json`,
    new Blob([toAlertsFile(alerts)], { type: 'application/json;charset=utf-8' }),
  )
