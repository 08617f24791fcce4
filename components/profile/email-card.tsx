'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { TextInputField } from '@/components/forms/field'
import { Form, SubmitButton } from '@/components/forms/form'
import { PasswordInputField } from '@/components/forms/password-input-field'
import { useZodForm } from '@/components/forms/use-zod-form'
import { Banner } from '@/components/layout/banner'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { FailedState } from '@/components/ui/failed-state'
import type { PanelOutput } from '@/lib/features/contract'
import { profileOperations } from '@/lib/features/profile/contract'

type Person = PanelOutput<'profile.read'>

export function EmailCard({ person }: { readonly person: Person }) {
  const t = useTranslations('profile.email')
  return (
    <Card title={t('title')}>
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
  const cancel = useAction('profile.cancelEmail', { done: t('cancelled') })
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
  const { mutateAsync } = useAction('profile.setEmail', { done: t('sent'), onSuccess: () => form.reset() })
  const [refusal, setRefusal] = useState<Error | null>(null)
  const form = useZodForm({
    schema: profileOperations['profile.setEmail'].body,
    defaultValues: { email: '', password: '' },
    words: { email: { invalid: t('invalid') } },
  })
  return (
    <Form
      form={form}
      onSubmit={(body) => mutateAsync({ body })}
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
