'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Form, SubmitButton } from '@/components/forms/form'
import { PasswordStrength, useNewPasswordHint, usePasswordFaultWords } from '@/components/forms/new-password-field'
import { PasswordInputField } from '@/components/forms/password-input-field'
import { useZodForm } from '@/components/forms/use-zod-form'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Card, CardBody } from '@/components/ui/card'
import { FailedState } from '@/components/ui/failed-state'
import { recordOf } from '@/lib/domain/collections/record-of'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import { passwordFaults } from '@/lib/domain/password-rules'
import type { PanelOutput } from '@/lib/features/contract'
import { profileOperations } from '@/lib/features/profile/contract'

type Person = PanelOutput<'profile.read'>

export function PasswordCard({ person }: { readonly person: Person }) {
  const t = useTranslations('profile.password')
  const locale = useLocale()
  return (
    <Card
      title={t('title')}
      aside={person.password_set_at && t('setAt', { when: formatDateTime(person.password_set_at, locale) })}
    >
      <CardBody>{person.has_password ? <PasswordForm email={person.email} /> : <p>{t('none')}</p>}</CardBody>
    </Card>
  )
}

function PasswordForm({ email }: { readonly email: string }) {
  const t = useTranslations('profile.password')
  const locale = useLocale()
  const failureText = useFailureText()
  const faultWords = usePasswordFaultWords()
  const hint = useNewPasswordHint()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const form = useZodForm({
    schema: profileOperations['profile.setPassword'].body,
    defaultValues: { current: '', next: '' },
  })
  const { mutateAsync } = useAction('profile.setPassword', {
    done: ({ ended }) => t('done', { countNumber: ended, count: formatInteger(ended, locale) }),
    onSuccess: () => form.reset(),
  })
  return (
    <Form
      form={form}
      onSubmit={(body) => mutateAsync({ body })}
      onRefused={setRefusal}
      refusals={{ wrong_password: t('wrong'), ...recordOf(passwordFaults, faultWords) }}
      failure={refusal && <FailedState title={t('failed')} reason={failureText(refusal)} />}
      actions={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-muted">{t('ends')}</p>
          <SubmitButton form={form}>{t('submit')}</SubmitButton>
        </div>
      }
    >
      {/* Tells password managers which user the password belongs to. */}
      <input type="hidden" name="email" value={email} autoComplete="username" readOnly />
      <PasswordInputField name="current" label={t('current')} autoComplete="current-password" />
      <div className="flex flex-col gap-2">
        <PasswordInputField name="next" label={t('next')} hint={hint} autoComplete="new-password" />
        <PasswordStrength typed={form.watch('next')} />
      </div>
    </Form>
  )
}
