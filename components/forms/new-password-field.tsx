'use client'

import { type ComponentProps, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'
import { TextField } from '@/components/ui/inputs/text-field'
import { Meter } from '@/components/ui/meter'
import { useCountValues } from '@/components/ui/use-count-values'
import { useDebouncedValue } from '@/components/ui/use-debounced-value'
import { fetchPasswordStrength } from '@/lib/client/password-strength'
import {
  lengthFault,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type PasswordFault,
  type PasswordVerdict,
  passwordLength,
} from '@/lib/domain/password-rules'

/** The delay between the last key and the request, in milliseconds. */
const PAUSE_MS = 400

interface NewPasswordFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'hint'> {
  /** The token of the one-time link that sets the password; absent for a signed-in user. */
  readonly token?: string
}

/**
 * A field for a new password: shows its requirements, its strength and how to improve it during typing. It needs the
 * messages `passwords`, and works as a plain field without JavaScript.
 */
export function NewPasswordField({ token, onChange, ...input }: NewPasswordFieldProps) {
  const t = useTranslations('auth-passwords')
  const hint = useNewPasswordHint()
  const [typed, setTyped] = useState('')
  const [isShown, setShown] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <TextField
        autoComplete="new-password"
        required
        {...input}
        type={isShown ? 'text' : 'password'}
        hint={hint}
        // `maxLength` is not set, because it would silently cut a pasted password.
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange?.(event)
        }}
        end={
          <button
            type="button"
            className="flex size-6 items-center justify-center rounded"
            aria-label={t(isShown ? 'hide' : 'show')}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} />
          </button>
        }
      />
      <PasswordStrength typed={typed} token={token} />
    </div>
  )
}

export function useNewPasswordHint(): string {
  const t = useTranslations('auth-passwords')
  const countValues = useCountValues()
  return t('hint', withMin(countValues(MIN_PASSWORD_LENGTH)))
}

/** Formats a fault of a new password, wherever it was refused. */
export function usePasswordFaultWords(): (fault: PasswordFault) => string {
  const t = useTranslations('auth-passwords')
  const countValues = useCountValues()
  const values = { ...withMin(countValues(MIN_PASSWORD_LENGTH)), max: countValues(MAX_PASSWORD_LENGTH).count }
  return (fault) => t(`faults.${fault}`, values)
}

type CountTexts = ReturnType<ReturnType<typeof useCountValues>>
const withMin = ({ count, countNumber }: CountTexts) => ({ min: count, minNumber: countNumber })

export function PasswordStrength({ typed, token }: { readonly typed: string; readonly token?: string | undefined }) {
  return typed === '' ? null : <Strength typed={typed} token={token ?? null} />
}

function Strength({ typed, token }: { readonly typed: string; readonly token: string | null }) {
  const t = useTranslations('auth-passwords')
  const verdict = useVerdict(typed, token)
  const text = useVerdictWords(typed, verdict)
  const score = verdict?.score ?? 0
  const tone = verdict === undefined || verdict.fault !== null ? 'warn' : 'normal'
  return (
    <div>
      <Meter label={t('strength')} value={score} max={4} valueText={text} tone={tone} />
      <p role="status" className="min-h-5 text-sm text-muted">
        {text}
      </p>
    </div>
  )
}

/**
 * Asks the server when typing stops, and only if the password is long enough: a shorter one never leaves the browser.
 */
function useVerdict(typed: string, token: string | null): PasswordVerdict | undefined {
  const [lastCheck, setLastCheck] = useState<{ of: string; verdict: PasswordVerdict | undefined }>()
  const debouncedPassword = useDebouncedValue(typed, PAUSE_MS)
  useEffect(() => {
    if (lengthFault(debouncedPassword) !== undefined) return undefined
    const controller = new AbortController()
    const checkStrength = async () => {
      const verdict = await fetchPasswordStrength({ password: debouncedPassword, token }, controller.signal)
      if (!controller.signal.aborted) setLastCheck({ of: debouncedPassword, verdict })
    }
    void checkStrength()
    return () => controller.abort()
  }, [debouncedPassword, token])
  const length = lengthFault(typed)
  if (length !== undefined) return { score: 0, fault: length, hint: null }
  return lastCheck?.of === typed ? lastCheck.verdict : undefined
}

function useVerdictWords(typed: string, verdict: PasswordVerdict | undefined): string {
  const t = useTranslations('auth-passwords')
  const faultWords = usePasswordFaultWords()
  const countValues = useCountValues()
  if (verdict === undefined) return ''
  const { fault, hint, score } = verdict
  if (fault === 'short') return t('missing', countValues(MIN_PASSWORD_LENGTH - passwordLength(typed)))
  if (fault !== null) return [faultWords(fault), hint === null ? '' : t(`hints.${hint}`)].join(' ').trim()
  return t(score === 4 ? 'taken.excellent' : 'taken.good')
}
