'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { FormDialog } from '@/components/forms/form-dialog'
import { useRuleChanges } from '@/components/shared/rules/use-rule-changes'
import { DayFieldLazy } from '@/components/ui/inputs/day-field-lazy'
import { addDays, parseDay, startOfDay, warsawDay } from '@/lib/domain/calendar'
import { serverNow } from '@/lib/domain/server-clock'
import type { BzpAlert } from '@/lib/features/bzp/contract/alerts'

import { ruleOfAlert } from './saved-alert-draft'

interface MuteDialogProps {
  readonly alert: BzpAlert
  readonly onClose: () => void
}

export function MuteDialog({ alert, onClose }: MuteDialogProps) {
  const t = useTranslations('bzp-alerts.mute')
  const today = warsawDay(new Date(serverNow()))
  const [text, setText] = useState(addDays(today, 7))
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { mute, isPending } = useRuleChanges(ruleOfAlert(alert))
  const day = parseDay(text)
  const isValid = day !== null && day > today
  const submit = async () => {
    setWasSubmitted(true)
    if (isValid && (await mute(startOfDay(day).toISOString()))) onClose()
  }
  return (
    <FormDialog
      title={t('title', { name: alert.name })}
      size="sm"
      submitLabel={t('submit')}
      isPending={isPending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <DayFieldLazy
        label={t('until')}
        hint={t('hint')}
        error={wasSubmitted && !isValid ? t('past') : undefined}
        min={addDays(today, 1)}
        value={text}
        autoFocus
        onChange={setText}
      />
    </FormDialog>
  )
}
