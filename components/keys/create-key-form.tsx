'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { TextInputField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { SubmitButton } from '@/components/forms/submit-button'
import { useZodForm } from '@/components/forms/use-zod-form'
import { FailureReason } from '@/components/layout/query-states'
import { useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { FailedState } from '@/components/ui/failed-state'
import { call } from '@/lib/client/browser'
import { createKeyBody } from '@/lib/contract/keys'
import { isApiError } from '@/lib/domain/api-error'
import { formatInteger } from '@/lib/domain/format/format'

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

/** The full key, in this component's state and nowhere else: no cache, no storage, no address ever has it. */
export type MadeKey = { readonly name: string; readonly secret: string }

function CreateKeyFailure({ error }: { readonly error: Error }) {
  const t = useTranslations('keys.dialog')
  return (
    <div className="rounded-lg border">
      <FailedState
        title={t('failed')}
        reason={<Reason error={error} />}
        requestId={isApiError(error) ? error.requestId : undefined}
      />
    </div>
  )
}

/** The plan and the limit of keys in their own words; they can change while the dialog is open. */
function Reason({ error }: { readonly error: Error }) {
  const t = useTranslations('keys')
  const locale = useLocale()
  const { plan } = useViewer().account
  if (error.name === 'MissingSecretError') return t('dialog.noSecret')
  if (!isApiError(error)) return <FailureReason error={error} />
  if (error.status === 402 && error.detail['pool'] === 'plan') return t('noAccess', { plan })
  const { limit } = error.detail
  if (error.status === 409 && typeof limit === 'number')
    return t('limit', { count: limit, n: formatInteger(limit, locale) })
  return <FailureReason error={error} />
}
