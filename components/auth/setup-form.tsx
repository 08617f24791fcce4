'use client'

import { type FormEvent, startTransition, useActionState, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { NewPasswordField, usePasswordFaultWords } from '@/components/forms/new-password-field'
import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/inputs/select'
import { TextField } from '@/components/ui/inputs/text-field'
import { toSlug } from '@/lib/domain/slug'

import type { SetupField, SetupFormState } from './auth-state'
import { type Limits, SetupLimits } from './setup-limits'

interface SetupPlan {
  readonly tier: string
  readonly name: string
  readonly limits: Limits
}

interface SetupFormProps {
  readonly action: (state: SetupFormState, form: FormData) => Promise<SetupFormState>
  /** Whether the token came with the address; otherwise it is typed. */
  readonly hasToken: boolean
  /** Whether the account exists at a remote service, so that only its owner is created. */
  readonly isRemote: boolean
  readonly plans: readonly SetupPlan[]
  /** The slug that the account must have, if it is fixed. */
  readonly fixedSlug: string | null
  readonly provider: string | null
  readonly localPasswords: boolean
}

type ErrorOf = (field: SetupField) => string | undefined

export function SetupForm({ action, hasToken, isRemote, plans, fixedSlug, provider, localPasswords }: SetupFormProps) {
  const t = useTranslations('setup.own')
  const [state, submit, isPending] = useActionState(action, undefined)
  const { errorOf, message } = useProblem(state, hasToken)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (state !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid], [role=alert]')?.focus()
  }, [state])
  // Submits manually, because React would clear the form after its submission, including the passwords.
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const formData = new FormData(event.currentTarget)
    if (!isPending) startTransition(() => submit(formData))
  }
  const typed = state?.typed ?? {}
  return (
    <section aria-labelledby="setup-own" className="border-t pt-4">
      <form ref={form} action={submit} onSubmit={send} className="flex flex-col gap-4">
        <h2 id="setup-own" className="text-lg font-semibold">
          {t(isRemote ? 'titleRemote' : 'title')}
        </h2>
        {message !== undefined && <Banner tone="danger">{message}</Banner>}
        {!hasToken && (
          <TextField
            label={t('token')}
            hint={t('tokenHint')}
            name="setup-token"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typed['setup-token'] ?? ''}
            error={errorOf('token')}
            required
          />
        )}
        {!isRemote && <AccountFields plans={plans} fixedSlug={fixedSlug} typed={typed} errorOf={errorOf} />}
        <OwnerFields provider={provider} localPasswords={localPasswords} typed={typed} errorOf={errorOf} />
        <Button type="submit" variant="primary" isPending={isPending}>
          {t(isRemote ? 'submitRemote' : 'submit')}
        </Button>
      </form>
    </section>
  )
}

interface FieldsProps {
  readonly typed: Readonly<Record<string, string>>
  readonly errorOf: ErrorOf
}

function AccountFields({
  plans,
  fixedSlug,
  typed,
  errorOf,
}: FieldsProps & Pick<SetupFormProps, 'plans' | 'fixedSlug'>) {
  const t = useTranslations('setup.own')
  const [name, setName] = useState(typed['name'] ?? '')
  // Follows the name until the user changes it.
  const [slug, setSlug] = useState<string | undefined>(typed['slug'])
  const [tier, setTier] = useState(typed['plan'] ?? 'pro')
  const chosen = plans.find((plan) => plan.tier === tier) ?? plans[0]
  return (
    <>
      <TextField
        label={t('name')}
        name="name"
        autoComplete="organization"
        maxLength={120}
        value={name}
        onChange={({ target: { value } }) => setName(value)}
        error={errorOf('name')}
        required
      />
      <TextField
        label={t('slug')}
        hint={fixedSlug === null ? t('slugHint') : t('slugFixed')}
        name="slug"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        pattern="[a-z0-9](-?[a-z0-9])*"
        maxLength={63}
        readOnly={fixedSlug !== null}
        value={fixedSlug ?? slug ?? toSlug(name)}
        onChange={({ target: { value } }) => setSlug(value)}
        error={errorOf('slug')}
        required
      />
      <Select
        label={t('plan')}
        name="plan"
        options={plans.map((plan) => ({ value: plan.tier, label: plan.name }))}
        value={tier}
        onChange={({ target: { value } }) => setTier(value)}
      />
      {chosen && <SetupLimits limits={chosen.limits} typed={typed} error={errorOf('limits')} />}
    </>
  )
}

type SignInWays = Pick<SetupFormProps, 'provider' | 'localPasswords'>

function OwnerFields({ provider, localPasswords, typed, errorOf }: FieldsProps & SignInWays) {
  const t = useTranslations('setup.own')
  return (
    <>
      <TextField
        label={t('email')}
        hint={provider === null ? undefined : t('emailHint', { provider })}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={typed['email'] ?? ''}
        error={errorOf('email')}
        required
      />
      {localPasswords ? (
        <PasswordFields provider={provider} errorOf={errorOf} />
      ) : (
        <p className="text-muted">{t('noPassword', { provider: provider ?? '' })}</p>
      )}
    </>
  )
}

function PasswordFields({ provider, errorOf }: { readonly provider: string | null; readonly errorOf: ErrorOf }) {
  const t = useTranslations('setup.own')
  const isNeeded = provider === null
  return (
    <>
      {provider !== null && <p className="text-muted">{t('passwordOrProvider', { provider })}</p>}
      <NewPasswordField
        label={t('password')}
        name="password"
        isOptional={!isNeeded}
        required={isNeeded}
        error={errorOf('password')}
      />
      <TextField
        label={t('repeat')}
        name="repeat"
        type="password"
        autoComplete="new-password"
        isOptional={!isNeeded}
        required={isNeeded}
        error={errorOf('repeat')}
      />
    </>
  )
}

/**
 * Assigns the problem to its field, or to the top of the form if it concerns the whole form or a token that is not
 * shown.
 */
function useProblem(state: SetupFormState, hasToken: boolean) {
  const t = useTranslations('setup.problems')
  const faultWords = usePasswordFaultWords()
  const words = () => {
    if (state === undefined) return undefined
    const { problem } = state
    if (typeof problem === 'string') return t(problem)
    return 'fault' in problem ? faultWords(problem.fault) : t('wait', { minutes: problem.minutes })
  }
  const text = words()
  const field = state?.field === 'token' && hasToken ? undefined : state?.field
  const errorOf: ErrorOf = (formField) => (formField === field ? text : undefined)
  return { errorOf, message: field === undefined ? text : undefined }
}
