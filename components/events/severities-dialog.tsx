'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { FormDialog } from '@/components/forms/form-dialog'
import { QueryView } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/inputs/select'
import { Dialog } from '@/components/ui/overlay/dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { panelQuery } from '@/lib/client/queries'
import {
  type EventKind,
  eventKinds,
  type EventSeverity,
  eventSeverities,
  type SeverityChoices,
  severityOfKind,
} from '@/lib/domain/events/event-kinds'

interface SeveritiesDialogProps {
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Which kinds of events are urgent for this account; members without the right see it as it is. */
export function SeveritiesDialog({ onSaved, onClose }: SeveritiesDialogProps) {
  const t = useTranslations('events.severities')
  const saved = useQuery(panelQuery('eventSeverities.get', {}))
  if (saved.data !== undefined) {
    return <SeveritiesForm saved={saved.data.choices} onSaved={onSaved} onClose={onClose} />
  }
  return (
    <Dialog title={t('title')} size="md" onClose={onClose}>
      <QueryView query={saved} contentName={t('what')} skeleton={<SkeletonRows rows={8} />}>
        {() => null}
      </QueryView>
    </Dialog>
  )
}

interface SeveritiesFormProps extends SeveritiesDialogProps {
  readonly saved: SeverityChoices
}

function SeveritiesForm({ saved, onSaved, onClose }: SeveritiesFormProps) {
  const t = useTranslations('events.severities')
  const { reason: denied } = usePermission('eventSeverities.set')
  const [choices, setChoices] = useState<SeverityChoices>(saved)
  const save = useAction('eventSeverities.set', {
    done: t('saved'),
    failed: (reason) => `${t('failed')} ${reason}`,
    onDone: () => {
      onSaved()
      onClose()
    },
  })
  const choose = (kind: EventKind, severity: EventSeverity) =>
    setChoices((now) => {
      const { [kind]: _before, ...others } = now
      return severity === severityOfKind(kind) ? others : { ...others, [kind]: severity }
    })
  const kinds = <KindSelects choices={choices} isDisabled={denied !== undefined} onChoose={choose} />
  if (denied !== undefined) {
    return (
      <Dialog title={t('title')} size="md" onClose={onClose}>
        <p className="mb-3 text-muted">{denied}</p>
        {kinds}
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={t('title')}
      size="md"
      submitLabel={t('save')}
      isPending={save.isPending}
      onSubmit={() => save.mutate({ body: { choices } })}
      onClose={onClose}
    >
      <p className="text-muted">{t('text')}</p>
      {kinds}
      <Button
        size="sm"
        disabledReason={Object.keys(choices).length === 0 ? t('isUsual') : undefined}
        onClick={() => setChoices({})}
      >
        {t('reset')}
      </Button>
    </FormDialog>
  )
}

interface KindSelectsProps {
  readonly choices: SeverityChoices
  readonly isDisabled: boolean
  readonly onChoose: (kind: EventKind, severity: EventSeverity) => void
}

function KindSelects({ choices, isDisabled, onChoose }: KindSelectsProps) {
  const words = useTranslations('event-kinds')
  const options = eventSeverities.map((value) => ({ value, label: words(`severities.${value}`) }))
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {eventKinds.map((kind) => (
        <Select
          key={kind}
          label={<span className="inline-block first-letter:uppercase">{words(`kinds.${kind}`)}</span>}
          options={options}
          disabled={isDisabled}
          value={severityOfKind(kind, choices)}
          onChange={({ target: { value } }) => {
            const severity = eventSeverities.find((each) => each === value)
            if (severity !== undefined) onChoose(kind, severity)
          }}
        />
      ))}
    </div>
  )
}
