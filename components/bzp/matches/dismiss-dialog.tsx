'use client'

import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useCountValues } from '@/components/ui/use-count-values'
import { MAX_DISMISSAL_LENGTH } from '@/lib/contract/panel/bzp-alerts'

const reasons = ['trade', 'tooSmall', 'tooLarge', 'noTime', 'requirements', 'place'] as const

interface DismissDialogProps {
  readonly count: number
  readonly onDismiss: (reason: string | null) => void
  readonly onClose: () => void
}

/** Why a procedure is nothing for the team: one press for the usual reasons, or one's own words. */
export function DismissDialog({ count, onDismiss, onClose }: DismissDialogProps) {
  const t = useTranslations('bzp-matches.dismiss')
  const common = useTranslations('common')
  const counted = useCountValues()
  const id = useId()
  const [own, setOwn] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDismiss(own.trim() === '' ? null : own.replace(/\s+/g, ' ').trim())
  }
  return (
    <Dialog
      title={t('title', counted(count))}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={id} variant="primary">
            {t(own.trim() === '' ? 'without' : 'submit')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="space-y-3">
        <div role="group" aria-label={t('usual')} className="flex flex-wrap gap-1.5">
          {reasons.map((reason, index) => (
            <Button key={reason} size="sm" autoFocus={index === 0} onClick={() => onDismiss(t(`reasons.${reason}`))}>
              {t(`reasons.${reason}`)}
            </Button>
          ))}
        </div>
        <TextField
          label={t('own')}
          isOptional
          maxLength={MAX_DISMISSAL_LENGTH}
          value={own}
          onChange={(event) => setOwn(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
