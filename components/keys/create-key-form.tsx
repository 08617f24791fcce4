'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { TextInputField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { SubmitButton } from '@/components/forms/submit-button'
import { useZodForm } from '@/components/forms/use-zod-form'
import { Button } from '@/components/ui/button'
import { useClock } from '@/components/ui/clock'
import { call } from '@/lib/client/browser'
import { MAX_KEY_ADDRESSES } from '@/lib/contract/keys'
import { addDays, warsawDay } from '@/lib/domain/calendar'

import { KeyFailure } from './key-failure'
import { KeyFields } from './key-fields'
import { type KeyFormInput, keyFormOf, toKeyBody } from './key-form'
import { type MadeKey, toMadeKey } from './made-key'

interface CreateKeyFormProps {
  readonly onMade: (made: MadeKey) => void
  /** The dialog must not close while the key is on its way: it would be lost. */
  readonly onSending: (isSending: boolean) => void
  readonly onCancel: () => void
}

export function CreateKeyForm({ onMade, onSending, onCancel }: CreateKeyFormProps) {
  const t = useTranslations('keys.dialog')
  const common = useTranslations('common')
  const create = useCreateKey(onMade)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const form = useKeyForm()
  const { isSubmitting } = form.formState
  const submit = async (values: KeyFormInput) => {
    onSending(true)
    await create(values).finally(() => onSending(false))
  }
  return (
    <Form
      form={form}
      onSubmit={submit}
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

/** Calls the service directly: a mutation of TanStack Query would keep its answer, the full key, in a cache. */
function useCreateKey(onMade: (made: MadeKey) => void) {
  const client = useQueryClient()
  return async (values: KeyFormInput) => {
    const { key, secret } = await call('keys.create', { body: toKeyBody(values, new Date()) })
    void client.invalidateQueries({ queryKey: ['keys'] })
    onMade(toMadeKey(key?.name ?? values.name, secret))
  }
}
