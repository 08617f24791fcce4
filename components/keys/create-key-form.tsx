'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { TextInputField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { SubmitButton } from '@/components/forms/submit-button'
import { useZodForm } from '@/components/forms/use-zod-form'
import { Button } from '@/components/ui/button'
import { call } from '@/lib/client/browser'
import { createKeyBody } from '@/lib/contract/keys'

import type { MadeKey } from './create-key-dialog'
import { CreateKeyFailure } from './create-key-failure'

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
  const form = useZodForm({
    schema: createKeyBody,
    defaultValues: { name: '' },
    words: { name: { required: t('nameMissing') } },
  })
  const { isSubmitting } = form.formState
  const submit = async ({ name }: { readonly name: string }) => {
    onSending(true)
    await create(name).finally(() => onSending(false))
  }
  return (
    <Form
      form={form}
      onSubmit={submit}
      onRefused={setRefusal}
      failure={refusal !== null && <CreateKeyFailure error={refusal} />}
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
    </Form>
  )
}

/** Calls the service directly: a mutation of TanStack Query would keep its answer, the full key, in a cache. */
function useCreateKey(onMade: (made: MadeKey) => void) {
  const client = useQueryClient()
  return async (name: string) => {
    const { key, secret } = await call('keys.create', { body: { name } })
    void client.invalidateQueries({ queryKey: ['keys'] })
    if (!secret) throw new MissingSecretError('the answer has no secret')
    onMade({ name: key?.name ?? name, secret })
  }
}

/** The key exists and cannot be shown: it has to be deactivated and made again. */
class MissingSecretError extends Error {
  override readonly name = 'MissingSecretError'
}
