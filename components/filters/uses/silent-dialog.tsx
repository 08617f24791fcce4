'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/inputs/select'
import { Link } from '@/components/ui/link'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { monitorPath, silentMonitorsPath } from '@/lib/domain/routes'

import { LEAVE, offersFor, REMOVE, type SilentChoices, type SilentPlan, suggestChoices, toPlan } from './silent-choices'
import {
  attachMonitor,
  deleteSilentMonitor,
  type SilentMonitorsState,
  type SilentMonitor,
  useChangeSilentMonitors,
  useSilentMonitors,
} from './use-silent-monitors'

export function SilentDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('filters.silent')
  const common = useTranslations('common')
  const countValues = useCountValues()
  const silent = useSilentMonitors()
  const { monitors, unusedFilters, isPending, total } = silent
  const [chosen, setChosen] = useState<SilentChoices>()
  const choices = chosen ?? suggestChoices(monitors, unusedFilters)
  const plan = toPlan(monitors, unusedFilters, choices)
  const { apply, isRunning } = useApply(onClose)
  const choose = (id: string, choice: string) => setChosen(new Map([...choices, [id, choice]]))
  const hasAny = plan.attached.length + plan.removed.length > 0
  const counts = { attached: countValues(plan.attached.length).count, removed: countValues(plan.removed.length).count }
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            variant={plan.removed.length > 0 ? 'danger' : 'primary'}
            isPending={isRunning}
            disabledReason={hasAny ? undefined : t('nothingChosen')}
            onClick={() => void apply(plan)}
          >
            {hasAny ? t('apply', counts) : t('applyNothing')}
          </Button>
        </>
      }
    >
      <p className="text-muted">{t('explain')}</p>
      {unusedFilters.length === 0 && <p className="mt-2 text-warn-ink">{t('noFree')}</p>}
      {isPending ? <SkeletonRows rows={3} /> : <SilentList silent={silent} choices={choices} onChoose={choose} />}
      {total > monitors.length && !isPending && (
        <p className="mt-2 text-sm">
          <Link href={asRoute(silentMonitorsPath)} className="text-accent-ink underline underline-offset-2">
            {t('more', countValues(total - monitors.length))}
          </Link>
        </p>
      )}
      {monitors.length > 1 && (
        <p className="mt-3">
          <Button size="sm" variant="ghost" onClick={() => setChosen(new Map(monitors.map(({ id }) => [id, REMOVE])))}>
            {t('removeAll', countValues(monitors.length))}
          </Button>
        </p>
      )}
    </Dialog>
  )
}

interface SilentListProps {
  readonly silent: SilentMonitorsState
  readonly choices: SilentChoices
  readonly onChoose: (id: string, choice: string) => void
}

function SilentList({ silent: { monitors, unusedFilters }, choices, onChoose }: SilentListProps) {
  const t = useTranslations('filters.silent')
  return (
    <ul aria-label={t('title')} className="mt-3 divide-y rounded-md border">
      {monitors.map((monitor) => (
        <li key={monitor.id} className="grid items-center gap-x-4 gap-y-2 px-3 py-2.5 sm:grid-cols-[1fr_16rem]">
          <SilentFacts monitor={monitor} />
          <Select
            label={t('choice', { name: nameOf(monitor) ?? t('unnamed') })}
            isLabelHidden
            value={choices.get(monitor.id) ?? LEAVE}
            onChange={(event) => onChoose(monitor.id, event.target.value)}
            options={[
              { value: LEAVE, label: t('leave') },
              ...offersFor(monitor.id, unusedFilters, choices).map(({ id, name }) => ({
                value: id,
                label: t('attach', { name: maskPesels(name ?? '') }),
              })),
              { value: REMOVE, label: t('remove') },
            ]}
          />
        </li>
      ))}
    </ul>
  )
}

const nameOf = ({ label, filterName }: SilentMonitor): string | undefined =>
  [label, filterName].map((text) => text && maskPesels(text)).find((text) => text !== undefined && text !== '')

function SilentFacts({ monitor }: { readonly monitor: SilentMonitor }) {
  const t = useTranslations('filters.silent')
  const { id, filterName, deletedAt, tags } = monitor
  return (
    <div className="min-w-0">
      <Link href={asRoute(monitorPath(id))} className="break-words text-accent-ink underline underline-offset-2">
        {nameOf(monitor) ?? t('unnamed')}
      </Link>
      <p className="text-sm break-words text-muted">
        {filterName !== undefined && t('former', { name: maskPesels(filterName) })}
        {deletedAt !== undefined && (
          <>
            {' · '}
            {t('deleted')} <Time instant={deletedAt} format="relative" />
          </>
        )}
        {tags.length > 0 && ` · ${tags.map(maskPesels).join(', ')}`}
      </p>
    </div>
  )
}

/** Attaches first, then deletes, and notifies the user of the result. */
function useApply(onDone: () => void) {
  const t = useTranslations('filters.silent')
  const countValues = useCountValues()
  const toText = useFailureText()
  const { run, isRunning } = useChangeSilentMonitors()
  const apply = async ({ attached, removed }: SilentPlan) => {
    const attachment = await run(attached, attachMonitor)
    const deletion = await run(attachment.error === undefined ? removed : [], deleteSilentMonitor)
    const counts = { attached: countValues(attachment.done).count, removed: countValues(deletion.done).count }
    const error = attachment.error ?? deletion.error
    if (error !== undefined) toast.error(t('failed', { ...counts, reason: toText(error) }))
    else if (attachment.skipped > 0)
      toast.error(t('notAttached', { ...counts, skipped: countValues(attachment.skipped).count }))
    else toast.success(t('done', counts))
    if (error === undefined) onDone()
  }
  return { apply, isRunning }
}
