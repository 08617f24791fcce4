'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { TextInputField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { PasswordInputField } from '@/components/forms/password-input-field'
import { SubmitButton } from '@/components/forms/submit-button'
import { useZodForm } from '@/components/forms/use-zod-form'
import { Banner } from '@/components/layout/banner'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { FailedState } from '@/components/ui/failed-state'
import { toast } from '@/components/ui/overlay/toast'
import { panelCall } from '@/lib/client/browser'
import { panelMutation } from '@/lib/client/queries'
import type { PanelOutput } from '@/lib/contract/panel-table'
import { profileOperations } from '@/lib/contract/panel/profile'

type Person = PanelOutput<'profile.read'>

export function EmailCard({ person }: { readonly person: Person }) {
  const t = useTranslations('profile.email')
  return (
    <Card labelledBy="email-title">
      <CardHeader title={t('title')} titleId="email-title" />
      <CardBody className="space-y-4">
        <p className="break-all">{t('now', { email: person.email })}</p>
        {person.new_email !== null && <WaitingEmail email={person.new_email} />}
        {!person.sends_mail && <p className="text-muted">{t('noMail')}</p>}
        {person.sends_mail && person.has_password && <EmailForm />}
      </CardBody>
    </Card>
  )
}

function WaitingEmail({ email }: { readonly email: string }) {
  const t = useTranslations('profile.email')
  const client = useQueryClient()
  const cancel = useMutation({
    ...panelMutation('profile.cancelEmail'),
    onSuccess: () => void toast.success(t('cancelled')),
    onSettled: () => client.invalidateQueries({ queryKey: ['panel', 'profile'] }),
  })
  return (
    <Banner
      tone="info"
      action={
        <Button size="sm" isPending={cancel.isPending} onClick={() => cancel.mutate({})}>
          {t('cancel')}
        </Button>
      }
    >
      {t('waiting', { email })}
    </Banner>
  )
}

function EmailForm() {
  const t = useTranslations('profile.email')
  const failureText = useFailureText()
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const form = useZodForm({
    schema: profileOperations['profile.setEmail'].body,
    defaultValues: { email: '', password: '' },
    words: { email: { invalid: t('invalid') } },
  })
  const submit = async (body: { email: string; password: string }) => {
    await panelCall('profile.setEmail', { body })
    toast.success(t('sent'))
    form.reset()
    await client.invalidateQueries({ queryKey: ['panel', 'profile'] })
  }
  return (
    <Form
      form={form}
      onSubmit={submit}
      onRefused={setRefusal}
      refusals={{ wrong_password: t('wrong'), invalid_email: t('invalid') }}
      failure={refusal && <FailedState title={t('failed')} reason={failureText(refusal)} />}
      actions={
        <div className="flex justify-end">
          <SubmitButton form={form}>{t('submit')}</SubmitButton>
        </div>
      }
    >
      <TextInputField name="email" label={t('next')} autoComplete="off" />
      <PasswordInputField name="password" label={t('password')} autoComplete="current-password" />
    </Form>
  )
}
