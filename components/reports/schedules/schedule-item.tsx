'use client'

import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { DeleteDialog } from '@/components/ui/overlay/delete-dialog'
import { RowMenu } from '@/components/ui/overlay/row-menu'
import { restoreFocus } from '@/components/ui/restore-focus'
import { Time } from '@/components/ui/time'
import type { ReportSchedule } from '@/lib/features/report-schedules/contract'

import type { Downloads } from '../downloads/use-downloads'
import { ScheduledRunState } from './run-state'
import { draftOfSchedule, SCHEDULE_BUTTON_ID, toScheduleBody } from './schedule-draft'
import { ScheduleRuns } from './schedule-runs'
import { useScheduleWords } from './use-schedule-words'

interface ScheduleItemProps {
  readonly schedule: ReportSchedule
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onEdit: () => void
  readonly downloads: Downloads
}

export function ScheduleItem({ schedule, isOpen, onToggle, onEdit, downloads }: ScheduleItemProps) {
  const t = useTranslations('report-schedules')
  const words = useScheduleWords()
  const { name, last_run: last } = schedule
  const listId = `runs-${schedule.id}`
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium break-words">
            {name} {!schedule.is_team && <Badge>{t('own')}</Badge>} {!schedule.enabled && <Badge>{t('off')}</Badge>}
          </p>
          <p className="text-sm text-muted">{words.content(schedule)}</p>
          <p className="text-sm text-muted">{words.rhythm(schedule)}</p>
          <NextReport schedule={schedule} />
          {last !== null && (
            <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-muted">
              {t('last', { days: words.days(last) })} <ScheduledRunState run={last} />
            </p>
          )}
        </div>
        <div className="flex items-center gap-1">
          <Button
            size="sm"
            aria-label={t('runs.openNamed', { name })}
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            onClick={onToggle}
          >
            {t('runs.open')}
            <Icon name="chevron-down" size={14} />
          </Button>
          <ChangeMenu schedule={schedule} onEdit={onEdit} />
          <DeleteSchedule schedule={schedule} />
        </div>
      </div>
      {isOpen && (
        <div id={listId} className="mt-3">
          <ScheduleRuns schedule={schedule} downloads={downloads} />
        </div>
      )}
    </li>
  )
}

function NextReport({ schedule: { next, stopped } }: { readonly schedule: ReportSchedule }) {
  const t = useTranslations('report-schedules')
  const words = useScheduleWords()
  if (stopped !== null) {
    return (
      <p className="text-sm text-danger-ink">
        {t(`stopped.${stopped.reason}`)} (<Time instant={stopped.at} />)
      </p>
    )
  }
  if (next === null) return <p className="text-sm text-muted">{t('noNext')}</p>
  return (
    <p className="text-sm">
      {t('next')} <Time instant={next.at} />, {t('nextDays', { days: words.days(next) })}
    </p>
  )
}

function ChangeMenu({ schedule, onEdit }: Pick<ScheduleItemProps, 'schedule' | 'onEdit'>) {
  const t = useTranslations('report-schedules.actions')
  const { reason } = usePermission('reports.create')
  const update = useAction('reportSchedules.update', { failed: (cause) => t('failed', { reason: cause }) })
  const switchTo = (enabled: boolean) => {
    const { id, updated_at } = schedule
    const body = { ...toScheduleBody(draftOfSchedule(schedule).values), enabled, updated_at }
    update.mutate({ params: { id }, body })
  }
  const isOn = schedule.enabled && schedule.stopped === null
  const edit = { id: 'edit', label: t('edit'), icon: 'edit', disabledReason: reason, onAction: onEdit } as const
  const onOff = {
    id: 'switch',
    label: t(isOn ? 'switchOff' : 'switchOn'),
    icon: isOn ? 'pause' : 'refresh',
    disabledReason: reason,
    onAction: () => switchTo(!isOn),
  } as const
  return <RowMenu label={t('menu', { name: schedule.name })} groups={[{ id: 'change', entries: [edit, onOff] }]} />
}

function DeleteSchedule({ schedule: { id, name } }: Pick<ScheduleItemProps, 'schedule'>) {
  const t = useTranslations('report-schedules.actions')
  const { reason } = usePermission('reports.create')
  const toText = useFailureText()
  const remove = useAction('reportSchedules.delete')
  return (
    <DeleteDialog
      title={t('deleteTitle')}
      confirmLabel={t('delete')}
      onDelete={() => remove.mutateAsync({ params: { id } })}
      onDone={() => restoreFocus(() => document.getElementById(SCHEDULE_BUTTON_ID))}
      successText={t('deleted', { name })}
      failed={(error) => t('failed', { reason: toText(error) })}
      button={{
        size: 'sm',
        variant: 'ghost',
        iconOnly: true,
        'aria-label': t('deleteNamed', { name }),
        title: t('delete'),
        disabledReason: reason,
        children: <Icon name="trash" size={14} />,
      }}
    >
      <p>{t('deleteText', { name })}</p>
    </DeleteDialog>
  )
}
