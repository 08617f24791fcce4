'use client'

import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'
import { panelCall } from '@/lib/client/browser'
import { requestPasskeySignature, passkeyFailure } from '@/lib/client/passkeys'
import { isApiError } from '@/lib/domain/api-error'
import type { PanelInput, PanelOutput } from '@/lib/features/contract'

interface ProofFormProps {
  readonly options: PanelOutput<'proof.options'>
  readonly onProved: () => void
  /** Each attempt uses up the passkey challenge, so a new one must be fetched. */
  readonly onAttemptFailed: () => void
}

type TypedProofKind = 'password' | 'code'

export function ProofForm({ options, onProved, onAttemptFailed }: ProofFormProps) {
  const t = useTranslations('layout.proof')
  const [proofKind, setProofKind] = useState<TypedProofKind>(options.password ? 'password' : 'code')
  const { prove, message, isPending } = useProof({ onProved, onAttemptFailed })
  const { passkey } = options
  const other = proofKind === 'password' ? 'code' : 'password'
  const usePasskey = async () => {
    if (passkey === null) return
    await prove(async () => {
      const answer = await requestPasskeySignature(passkey.options)
      return { by: 'passkey', challenge_id: passkey.challenge_id, answer }
    })
  }
  return (
    <div className="space-y-4">
      <p>{t('text')}</p>
      {message !== undefined && <Banner tone="danger">{message}</Banner>}
      {passkey !== null && (
        <Button variant="primary" onClick={() => void usePasskey()} isPending={isPending}>
          {t('passkey')}
        </Button>
      )}
      {options[proofKind] && (
        <TypedProof
          proofKind={proofKind}
          isPrimary={passkey === null}
          isPending={isPending}
          onSubmit={(value) =>
            void prove(() =>
              proofKind === 'password' ? { by: proofKind, password: value } : { by: proofKind, code: value },
            )
          }
        />
      )}
      {options[proofKind] && options[other] && (
        <Button variant="ghost" onClick={() => setProofKind(other)}>
          {t(other === 'code' ? 'useCode' : 'usePassword')}
        </Button>
      )}
    </div>
  )
}

interface TypedProofProps {
  readonly proofKind: TypedProofKind
  /** True without a passkey, which is otherwise the primary choice. */
  readonly isPrimary: boolean
  readonly isPending: boolean
  readonly onSubmit: (value: string) => void
}

function TypedProof({ proofKind, isPrimary, isPending, onSubmit }: TypedProofProps) {
  const t = useTranslations('layout.proof')
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const value = field.current?.value ?? ''
    if (value !== '' && !isPending) onSubmit(value)
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <TextField
        // The key makes React mount a new input, so that a typed password is not carried over to the code.
        key={proofKind}
        ref={field}
        label={t(proofKind)}
        hint={proofKind === 'code' ? t('codeHint') : undefined}
        type={proofKind === 'password' ? 'password' : 'text'}
        autoComplete={proofKind === 'password' ? 'current-password' : 'one-time-code'}
        autoFocus
        required
      />
      <Button type="submit" variant={isPrimary ? 'primary' : 'secondary'} isPending={isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}

type ProofBody = PanelInput<'proof.give'>['body']

function useProof({ onProved, onAttemptFailed }: Pick<ProofFormProps, 'onProved' | 'onAttemptFailed'>) {
  const toMessage = useProofMessage()
  const [message, setMessage] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const prove = async (makeBody: () => ProofBody | Promise<ProofBody>) => {
    setIsPending(true)
    setMessage(undefined)
    try {
      await panelCall('proof.give', { body: await makeBody() })
      onProved()
    } catch (error) {
      setMessage(toMessage(error))
      onAttemptFailed()
    } finally {
      setIsPending(false)
    }
  }
  return { prove, message, isPending }
}

function useProofMessage(): (error: unknown) => string {
  const t = useTranslations('layout.proof')
  return (error) => {
    if (isApiError(error) && error.code === 'proof_wrong') return t('wrong')
    if (isApiError(error) && error.status === 429) {
      return t('wait', { minutes: Math.ceil((error.retryAfterS ?? 60) / 60) })
    }
    return t(passkeyFailure(error) === 'cancelled' ? 'closed' : 'failed')
  }
}
