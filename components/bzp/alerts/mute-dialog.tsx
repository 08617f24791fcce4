'use client'

import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useRuleChanges } from '@/components/shared/rules/use-rule-changes'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'
import { addDays, parseDay, startOfDay, warsawDay } from '@/lib/domain/calendar'
import { serverNow } from '@/lib/domain/server-clock'

import { ruleOfAlert } from './saved-alert-draft'

interface MuteDialogProps {
  readonly alert: BzpAlert
  readonly onClose: () => void
}

/** Mutes the messages of an alert until a day begins in Warsaw. */
export function MuteDialog({ alert, onClose }: MuteDialogProps) {
  const t = useTranslations('bzp-alerts.mute')
  const common = useTranslations('common')
  const id = useId()
  const today = warsawDay(new Date(serverNow()))
  const [text, setText] = useState(addDays(today, 7))
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { mute, isPending } = useRuleChanges()
  const day = parseDay(text)
  const isFine = day !== null && day > today
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (isFine && !isPending && (await mute(ruleOfAlert(alert), startOfDay(day).toISOString()))) onClose()
  }
  return (
    <Dialog
      title={t('title', { name: alert.name })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" isPending={isPending}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          type="date"
          label={t('until')}
          hint={t('hint')}
          error={wasSubmitted && !isFine ? t('past') : undefined}
          min={addDays(today, 1)}
          value={text}
          autoFocus
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
