'use client'

import { useTranslations } from 'use-intl'
import * as z from 'zod'

import { Field } from '@/components/forms/field'
import { useZodForm } from '@/components/forms/use-zod-form'
import { ZodFormDialog } from '@/components/forms/zod-form-dialog'
import { useAction } from '@/components/layout/use-action'
import { useCountValues } from '@/components/ui/use-count-values'
import { toOneLine } from '@/lib/domain/fold'
import { MAX_REASON_LENGTH, retentionOperations } from '@/lib/features/retention/contract'

interface RenewPurposeDialogProps {
  readonly ids: readonly string[]
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The reason must be a single line, as the service stores it. */
const schema = z.object({
  reason: z.string().transform(toOneLine).pipe(retentionOperations['retention.renew'].body.shape.reason),
})

export function RenewPurposeDialog({ ids, isOpen, onClose, onDone }: RenewPurposeDialogProps) {
  const t = useTranslations('personal-data.renew')
  const countValues = useCountValues()
  const short = t('short')
  const form = useZodForm({
    schema,
    defaultValues: { reason: '' },
    words: { reason: { required: short, invalid: short } },
  })
  const { mutateAsync } = useAction('retention.renew', {
    done: ({ renewed }) => t('done', countValues(renewed)),
    failed: (reason) => t('failed', { reason }),
    onSuccess: () => {
      form.reset()
      onDone()
    },
  })
  return (
    <ZodFormDialog
      title={t('title', countValues(ids.length))}
      isOpen={isOpen}
      form={form}
      submitLabel={t('confirm')}
      onClose={onClose}
      onSubmit={(body) => mutateAsync({ body: { ids: [...ids], ...body } })}
    >
      <p className="text-muted">{t('text')}</p>
      <Field name="reason" label={t('reason')}>
        {(binding) => (
          <textarea
            rows={4}
            {...binding}
            placeholder={t('placeholder')}
            maxLength={MAX_REASON_LENGTH}
            autoFocus
            className="control py-1.5"
          />
        )}
      </Field>
    </ZodFormDialog>
  )
}
