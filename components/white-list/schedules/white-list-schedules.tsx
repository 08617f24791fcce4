'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Banner } from '@/components/layout/banner'
import { QueryView } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Link } from '@/components/ui/link'
import { DeleteDialog } from '@/components/ui/overlay/delete-dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import { formatDateTime } from '@/lib/domain/format/format'
import { whiteListRunPath } from '@/lib/domain/routes'
import type { WhiteListSchedule } from '@/lib/features/white-list/contract/schedules'

const NEW_BUTTON_ID = 'white-list-new-schedule'
const Dialog = lazyComponent(async () => (await import('./schedule-dialog')).WhiteListScheduleDialog)

export function WhiteListSchedules() {
  const t = useTranslations('white-list.schedules')
  const { reason } = usePermission('whiteListSchedules.create')
  const schedules = useQuery(panelQuery('whiteListSchedules.list', {}))
  const [edited, setEdited] = useState<{ readonly schedule?: WhiteListSchedule }>()
  return (
    <Card
      title={t('title')}
      aside={
        <Button id={NEW_BUTTON_ID} size="sm" disabledReason={reason} onClick={() => setEdited({})}>
          {t('new')}
        </Button>
      }
    >
      <QueryView
        query={schedules}
        contentName={t('what')}
        skeleton={<SkeletonRows rows={2} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
      >
        {({ items }) => (
          <ul className="divide-y">
            {items.map((schedule) => (
              <ScheduleItem key={schedule.id} schedule={schedule} onEdit={() => setEdited({ schedule })} />
            ))}
          </ul>
        )}
      </QueryView>
      {edited !== undefined && <Dialog schedule={edited.schedule} onClose={() => setEdited(undefined)} />}
    </Card>
  )
}

interface ScheduleItemProps {
  readonly schedule: WhiteListSchedule
  readonly onEdit: () => void
}

function ScheduleItem({ schedule, onEdit }: ScheduleItemProps) {
  const t = useTranslations('white-list.schedules')
  const countValues = useCountValues()
  const locale = useLocale()
  const { name, tag, rhythm, weekday, hour, budget_units, stopped, enabled, next_at, created_by } = schedule
  const facts = [
    t('tagged', { tag }),
    rhythm === 'daily' ? t('daily', { hour }) : t('weekly', { day: t(`onDays.${weekdayKey(weekday)}`), hour }),
    t('budget', countValues(budget_units)),
    t('by', { who: created_by }),
  ]
  return (
    <li className="grid gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium break-words">{name}</p>
          <p className="text-sm text-muted">{facts.join(' · ')}</p>
          {next_at !== null && (
            <p className="text-sm text-muted">{t('next', { when: formatDateTime(next_at, locale) })}</p>
          )}
          <LastOutcome schedule={schedule} />
        </div>
        {stopped === null && <Badge tone={enabled ? 'accent' : 'neutral'}>{t(enabled ? 'on' : 'off')}</Badge>}
        {stopped !== null && <Badge tone="warn">{t('stoppedBadge')}</Badge>}
      </div>
      {stopped !== null && <Banner tone="warn">{t(`stopped.${stopped.reason}`)}</Banner>}
      <Actions schedule={schedule} onEdit={onEdit} />
    </li>
  )
}

const dayKeys = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const weekdayKey = (weekday: number): (typeof dayKeys)[number] => dayKeys[weekday] ?? 'monday'

function LastOutcome({ schedule: { last } }: Pick<ScheduleItemProps, 'schedule'>) {
  const t = useTranslations('white-list.schedules')
  if (last === null) return null
  const text = (
    <>
      {t('last')} <Time instant={last.at} />: {t(`outcomes.${last.outcome}`)}
    </>
  )
  return (
    <p className="text-sm text-muted">
      {last.run_id === null ? (
        text
      ) : (
        <Link
          href={asRoute(whiteListRunPath(last.run_id))}
          className="underline decoration-line underline-offset-2 hover:decoration-current"
        >
          {text}
        </Link>
      )}
    </p>
  )
}

function Actions({ schedule, onEdit }: ScheduleItemProps) {
  const t = useTranslations('white-list.schedules')
  const toText = useFailureText()
  const save = usePermission('whiteListSchedules.update')
  const pausePermission = usePermission('whiteListSchedules.pause')
  const remove = usePermission('whiteListSchedules.delete')
  const { id, name, enabled, stopped } = schedule
  const isOn = enabled && stopped === null
  const failed = (reason: string) => t('failed', { reason })
  const pause = useAction('whiteListSchedules.pause', { failed })
  const update = useAction('whiteListSchedules.update', { failed })
  const deleteSchedule = useAction('whiteListSchedules.delete')
  const toggle = () => {
    const { tag, rhythm, weekday, hour, budget_units, after_midnight, updated_at } = schedule
    const body = { name, tag, rhythm, weekday, hour, budget_units, after_midnight, enabled: true, updated_at }
    if (isOn) pause.mutate({ params: { id } })
    else update.mutate({ params: { id }, body })
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-label={t('editNamed', { name })} disabledReason={save.reason} onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button
        size="sm"
        aria-label={t(isOn ? 'pauseNamed' : 'resumeNamed', { name })}
        disabledReason={isOn ? pausePermission.reason : save.reason}
        onClick={toggle}
      >
        {t(isOn ? 'pause' : 'resume')}
      </Button>
      <DeleteDialog
        title={t('deleteTitle')}
        confirmLabel={t('delete')}
        onDelete={() => deleteSchedule.mutateAsync({ params: { id } })}
        onDone={() => document.getElementById(NEW_BUTTON_ID)?.focus()}
        successText={t('deleted', { name })}
        failed={(error) => t('failed', { reason: toText(error) })}
        button={{
          size: 'sm',
          variant: 'ghost',
          'aria-label': t('deleteNamed', { name }),
          disabledReason: remove.reason,
          children: t('delete'),
        }}
      >
        <p>{t('deleteText', { name })}</p>
      </DeleteDialog>
    </div>
  )
}
