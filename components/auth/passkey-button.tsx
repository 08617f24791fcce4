'use client'

import { startTransition, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import type { ButtonVariant } from '@/components/ui/button-style'
import { requestPasskeySignature, canOfferPasskeys, canUsePasskeys, passkeyFailure } from '@/lib/client/passkeys'

/** The options for the browser, and the sealed token of the challenge; undefined if there is no challenge. */
export type PasskeyChallenge = { readonly token: string; readonly options: unknown } | undefined
export type RequestPasskeyChallenge = (step?: string) => Promise<PasskeyChallenge>

interface PasskeyButtonProps {
  readonly label: string
  readonly variant: ButtonVariant
  readonly requestChallenge: () => Promise<PasskeyChallenge>
  /** Fields to send in addition to the answer. */
  readonly fields: Readonly<Record<string, string>>
  readonly submit: (form: FormData) => void
  /** Whether passkeys are also offered in the e-mail field. */
  readonly isOffered?: boolean
}

const neverChanges = () => () => undefined

/** Renders nothing if the browser supports no passkeys for this address. */
export function PasskeyButton({ label, variant, ...passkey }: PasskeyButtonProps) {
  const t = useTranslations('auth.signIn')
  const isPossible = useSyncExternalStore(neverChanges, canUsePasskeys, () => false)
  const { signIn, isPending, problem } = usePasskeySignIn(passkey)
  if (!isPossible) return null
  return (
    <>
      {problem !== undefined && <Banner tone="danger">{t(problem)}</Banner>}
      <Button variant={variant} onClick={() => void signIn()} isPending={isPending}>
        {label}
      </Button>
    </>
  )
}

type Passkey = Omit<PasskeyButtonProps, 'label' | 'variant'>

function usePasskeySignIn({ requestChallenge, fields, submit, isOffered = false }: Passkey) {
  const [problem, setProblem] = useState<'passkeyClosed' | 'passkeyFailed'>()
  const [isPending, setIsPending] = useState(false)
  const signIn = async ({ isAutofill = false } = {}) => {
    const challenge = await requestChallenge()
    if (challenge === undefined) throw new Error('There is no passkey challenge')
    const answer = await requestPasskeySignature(challenge.options, { isAutofill })
    const form = new FormData()
    for (const [name, value] of Object.entries({ token: challenge.token, ...fields })) form.set(name, value)
    form.set('passkey', JSON.stringify(answer))
    startTransition(() => submit(form))
  }
  const press = async () => {
    setIsPending(true)
    setProblem(undefined)
    try {
      await signIn()
    } catch (error) {
      setProblem(passkeyFailure(error) === 'cancelled' ? 'passkeyClosed' : 'passkeyFailed')
    } finally {
      setIsPending(false)
    }
  }
  usePasskeyOffer(isOffered, () => signIn({ isAutofill: true }))
  return { signIn: press, isPending, problem }
}

/** Offers a passkey once the page is loaded. Users who ignore it sign in by other means without a message. */
function usePasskeyOffer(isOffered: boolean, offer: () => Promise<void>): void {
  const begin = useEffectEvent(async () => {
    if (isOffered && (await canOfferPasskeys())) await offer()
  })
  useEffect(() => {
    begin().catch(() => undefined)
  }, [])
}
