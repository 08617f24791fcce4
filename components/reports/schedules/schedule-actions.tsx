'use client'

import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Icon } from '@/components/ui/icon'
import { keepFocus } from '@/components/ui/keep-focus'
import { DeleteDialog } from '@/components/ui/overlay/delete-dialog'
import { RowMenu } from '@/components/ui/overlay/row-menu'
import type { ReportSchedule } from '@/lib/contract/panel/report-schedules'

import { draftOfSchedule, SCHEDULE_BUTTON_ID, toScheduleBody } from './schedule-draft'

interface ScheduleActionsProps {
  readonly schedule: ReportSchedule
  readonly onEdit: () => void
}

export function ScheduleActions(props: ScheduleActionsProps) {
  return (
    <>
      <ChangeMenu {...props} />
      <DeleteSchedule schedule={props.schedule} />
    </>
  )
}

function ChangeMenu({ schedule, onEdit }: ScheduleActionsProps) {
  const t = useTranslations('report-schedules.actions')
  const { reason } = usePermission('reports.create')
  const update = useAction('reportSchedules.update', { failed: (why) => t('failed', { reason: why }) })
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

function DeleteSchedule({ schedule: { id, name } }: Pick<ScheduleActionsProps, 'schedule'>) {
  const t = useTranslations('report-schedules.actions')
  const { reason } = usePermission('reports.create')
  const toText = useFailureText()
  const remove = useAction('reportSchedules.delete')
  return (
    <DeleteDialog
      title={t('deleteTitle')}
      confirmLabel={t('delete')}
      onDelete={() => remove.mutateAsync({ params: { id } })}
      onDone={() => keepFocus(() => document.getElementById(SCHEDULE_BUTTON_ID))}
      done={t('deleted', { name })}
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
