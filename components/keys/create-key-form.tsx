'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { TextInputField } from '@/components/forms/field'
import { Form, SubmitButton } from '@/components/forms/form'
import { useZodForm } from '@/components/forms/use-zod-form'
import { useAction } from '@/components/layout/use-action'
import { Button } from '@/components/ui/button'
import { useClock } from '@/components/ui/clock'
import { MAX_KEY_ADDRESSES } from '@/lib/contract/keys'
import { addDays, warsawDay } from '@/lib/domain/calendar'

import { KeyFailure } from './key-failure'
import { KeyFields } from './key-fields'
import { keyFormOf, toKeyBody } from './key-form'
import { type MadeKey, toMadeKey } from './secret-dialog'

interface CreateKeyFormProps {
  readonly onMade: (made: MadeKey) => void
  /** The dialog must not close while the key is on its way: it would be lost. */
  readonly onSending: (isSending: boolean) => void
  readonly onCancel: () => void
}

export function CreateKeyForm({ onMade, onSending, onCancel }: CreateKeyFormProps) {
  const t = useTranslations('keys.dialog')
  const common = useTranslations('common')
  const create = useAction('keys.create', {
    onSuccess: ({ key, secret }, { body: { name } }) => onMade(toMadeKey(key?.name ?? name, secret)),
    onMutate: () => onSending(true),
    onSettled: () => onSending(false),
  })
  const [refusal, setRefusal] = useState<Error | null>(null)
  const form = useKeyForm()
  const { isSubmitting } = form.formState
  return (
    <Form
      form={form}
      onSubmit={(values) => create.mutateAsync({ body: toKeyBody(values, new Date()) })}
      onRefused={setRefusal}
      failure={refusal !== null && <KeyFailure title={t('failed')} error={refusal} />}
      actions={
        <div className="flex justify-end gap-2">
          <Button onClick={isSubmitting ? undefined : onCancel} aria-disabled={isSubmitting}>
            {common('cancel')}
          </Button>
          <SubmitButton form={form}>{t('submit')}</SubmitButton>
        </div>
      }
    >
      <TextInputField name="name" autoFocus label={t('name')} hint={t('nameHint')} autoComplete="off" />
      <KeyFields />
    </Form>
  )
}

function useKeyForm() {
  const t = useTranslations('keys.dialog')
  const today = warsawDay(new Date(useClock()))
  return useZodForm({
    schema: keyFormOf(today),
    defaultValues: { name: '', expiry: '90', expiry_day: addDays(today, 90), scope: [], addresses: '' },
    words: {
      name: { required: t('nameMissing') },
      expiry_day: { rule: t('expiryDayPast') },
      addresses: { rule: t('addressesWrong', { max: MAX_KEY_ADDRESSES }) },
    },
  })
}
