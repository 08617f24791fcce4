'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { TextField } from '@/components/ui/inputs/text-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { panelMutation } from '@/lib/client/queries'
import { downloadPurposes, MAX_PURPOSE_NOTE, MIN_PURPOSE_NOTE } from '@/lib/domain/reports/download-purposes'

interface PurposeDialogProps {
  /** False: the person closed it. */
  readonly onAnswer: (isGiven: boolean) => void
}

const toLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Asks once in a session what files with personal data are taken for; the answer stands in the log with each of them. */
export function PurposeDialog({ onAnswer }: PurposeDialogProps) {
  const t = useTranslations('report-downloads.purpose')
  const common = useTranslations('common')
  const toText = useFailureText()
  const formId = useId()
  const [purpose, setPurpose] = useState<(typeof downloadPurposes)[number]>('contractor')
  const [note, setNote] = useState('')
  const [wasTried, setWasTried] = useState(false)
  const give = useMutation({
    ...panelMutation('reportDownloads.givePurpose'),
    onSuccess: () => onAnswer(true),
    onError: (error) => toast.error(t('failed', { reason: toText(error) })),
  })
  const isShort = purpose === 'other' && toLine(note).length < MIN_PURPOSE_NOTE
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasTried(true)
    if (!isShort && !give.isPending) give.mutate({ body: { purpose, note: toLine(note) } })
  }
  return (
    <Dialog
      title={t('title')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onAnswer(false)}
      isDismissable={!give.isPending}
      footer={
        <>
          <Button onClick={() => onAnswer(false)} aria-disabled={give.isPending}>
            {common('cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" isPending={give.isPending}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-3">
        <p className="text-muted">{t('text')}</p>
        <RadioGroup
          label={t('label')}
          options={downloadPurposes.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={purpose}
          onChange={setPurpose}
        />
        <TextField
          label={t('note')}
          hint={t('noteHint')}
          value={note}
          maxLength={MAX_PURPOSE_NOTE}
          isOptional={purpose !== 'other'}
          onChange={(event) => setNote(event.target.value)}
          error={wasTried && isShort ? t('short') : undefined}
        />
      </form>
    </Dialog>
  )
}
