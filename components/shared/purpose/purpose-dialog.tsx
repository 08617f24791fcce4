'use client'

import { useTranslations } from 'use-intl'
import * as z from 'zod'

import { TextInputField } from '@/components/forms/field'
import { RadioField } from '@/components/forms/select-field'
import { useZodForm } from '@/components/forms/use-zod-form'
import { ZodFormDialog } from '@/components/forms/zod-form-dialog'
import { useAction } from '@/components/layout/use-action'
import { toOneLine } from '@/lib/domain/fold'
import { downloadPurpose } from '@/lib/features/report-downloads/contract'
import { downloadPurposes, MAX_PURPOSE_NOTE } from '@/lib/features/report-downloads/domain/download-purposes'

interface PurposeDialogProps {
  /** False if the user closed the dialog. */
  readonly onAnswer: (hasPurpose: boolean) => void
}

const schema = z
  .object({ purpose: z.enum(downloadPurposes), note: z.string().transform(toOneLine) })
  .refine((values) => downloadPurpose.safeParse(values).success, { path: ['note'] })

/** Asks once per session for the purpose of downloading personal data; the answer is logged with each download. */
export function PurposeDialog({ onAnswer }: PurposeDialogProps) {
  const t = useTranslations('report-downloads.purpose')
  const form = useZodForm({
    schema,
    // Nothing is chosen in advance: the log would prove a click, not a purpose.
    defaultValues: { note: '' },
    words: { purpose: { invalid: t('choose'), required: t('choose') }, note: { rule: t('short') } },
  })
  const { mutateAsync } = useAction('reportDownloads.givePurpose', {
    failed: (reason) => t('failed', { reason }),
    onSuccess: () => onAnswer(true),
  })
  return (
    <ZodFormDialog
      title={t('title')}
      form={form}
      submitLabel={t('confirm')}
      onClose={() => onAnswer(false)}
      onSubmit={(body) => mutateAsync({ body })}
    >
      <p className="text-muted">{t('text')}</p>
      <RadioField
        name="purpose"
        label={t('label')}
        options={downloadPurposes.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <TextInputField
        name="note"
        label={t('note')}
        hint={t('noteHint')}
        maxLength={MAX_PURPOSE_NOTE}
        isOptional={form.watch('purpose') !== 'other'}
      />
    </ZodFormDialog>
  )
}
