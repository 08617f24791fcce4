'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { FormDialog } from '@/components/forms/form-dialog'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'
import { useCountValues } from '@/components/ui/use-count-values'
import { MAX_DISMISSAL_LENGTH } from '@/lib/features/bzp/contract/alerts'

const reasons = ['trade', 'tooSmall', 'tooLarge', 'noTime', 'requirements', 'place'] as const

interface DismissDialogProps {
  readonly count: number
  readonly onDismiss: (reason: string | null) => void
  readonly onClose: () => void
}

/** Asks why a procedure is dismissed: a usual reason with one press, or free text. */
export function DismissDialog({ count, onDismiss, onClose }: DismissDialogProps) {
  const t = useTranslations('bzp-matches.dismiss')
  const countValues = useCountValues()
  const [ownReason, setOwnReason] = useState('')
  return (
    <FormDialog
      title={t('title', countValues(count))}
      size="sm"
      submitLabel={t(ownReason.trim() === '' ? 'without' : 'submit')}
      isPending={false}
      onSubmit={() => onDismiss(ownReason.trim() === '' ? null : ownReason.replace(/\s+/g, ' ').trim())}
      onClose={onClose}
    >
      <div className="space-y-3">
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
          value={ownReason}
          onChange={(event) => setOwnReason(event.target.value)}
        />
      </div>
    </FormDialog>
  )
}
