'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'
import { routes } from '@/lib/domain/routes'

import type { SecondStepState } from './auth-state'
import { type AskPasskey, PasskeyButton } from './passkey-button'

interface SecondStepFormProps {
  /** The same door as for the password. */
  readonly submit: (form: FormData) => void
  readonly isPending: boolean
  readonly email: string
  readonly step: SecondStepState
  readonly isWrong: boolean
  readonly from: string
  readonly askPasskey: AskPasskey
}

/** After the password: a code, or a passkey. A plain form: codes work without JavaScript. */
export function SecondStepForm({ submit, isPending, email, step, isWrong, from, askPasskey }: SecondStepFormProps) {
  const t = useTranslations('auth.secondStep')
  const code = useRef<HTMLInputElement>(null)
  const { token } = step
  useEffect(() => {
    // Each step, and each wrong answer to one, comes with a token of its own.
    if (token !== '') code.current?.focus()
  }, [token])
  const fields = { email, from, step: token }
  return (
    <>
      <p className="break-words">{t('text', { email })}</p>
      {isWrong && <Banner tone="danger">{t('wrong')}</Banner>}
      {step.passkey && (
        <PasskeyButton
          label={t('passkey')}
          variant="primary"
          ask={() => askPasskey(token)}
          fields={fields}
          submit={submit}
        />
      )}
      {step.code && (
        <form action={submit} className="flex flex-col gap-4">
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <TextField
            ref={code}
            label={t('code')}
            hint={t('codeHint')}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            maxLength={40}
            required
          />
          <Button type="submit" variant={step.passkey ? 'secondary' : 'primary'} isPending={isPending}>
            {t('submit')}
          </Button>
        </form>
      )}
      <a href={routes.signIn} className="self-center text-accent-ink underline">
        {t('other')}
      </a>
    </>
  )
}
