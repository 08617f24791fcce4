import type { Metadata } from 'next'
import { redirect } from 'next/navigation'

import { AuthCard } from '@/components/auth/auth-card'
import { ProviderButton } from '@/components/auth/provider-button'
import { SignInForm, type SignInNotice } from '@/components/auth/sign-in-form'
import { asRoute } from '@/components/layout/as-route'
import { Link } from '@/components/ui/link'
import { routes, safeReturnPath } from '@/lib/domain/routes'
import { getSession } from '@/lib/server/auth'
import { SECOND_FACTOR_REQUIRED, TOO_MANY_ATTEMPTS, UNAVAILABLE } from '@/lib/server/auth-options'
import { getTranslator } from '@/lib/server/i18n'
import { needsSetup, setupState } from '@/lib/server/setup'
import { offeredEmail, orUnavailable } from '@/lib/server/sign-in'
import { signInMethods } from '@/lib/server/single-sign-on'

import { requestPasskey, signIn } from '../actions'

type Query = Partial<Record<'from' | 'callbackUrl' | 'error' | 'done' | 'email', string | string[]>>
type Props = { readonly searchParams: Promise<Query> }

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('auth')
  return { title: t('signIn.title') }
}

export default async function SignInPage({ searchParams }: Props) {
  const query = await searchParams
  const from = safeReturnPath(pathOf(firstOf(query.from) ?? firstOf(query.callbackUrl)))
  const state = await orUnavailable(async () => {
    const isSignedIn = (await getSession()) !== undefined
    return {
      ok: true,
      isSignedIn,
      hasNoUsers: await needsSetup(),
      isSetupOffered: (await setupState()) === 'required',
    } as const
  })
  if (state.ok && state.isSignedIn) redirect(asRoute(from))
  if (state.ok && state.hasNoUsers) redirect(routes.setup)
  const t = await getTranslator('auth')
  const { provider, localPasswords } = signInMethods()
  return (
    <AuthCard title={t('signIn.title')} tagline={t('tagline')}>
      <SignInForm
        action={signIn}
        from={from}
        email={offeredEmail(firstOf(query.email))}
        notice={state.ok ? noticeOf(query) : 'unavailable'}
        requestPasskeyChallenge={requestPasskey}
        hasPassword={localPasswords}
      />
      {provider !== null && <ProviderButton provider={provider} from={from} isOnlyWay={!localPasswords} />}
      {state.ok && state.isSetupOffered && (
        <Link href={routes.setup} className="self-start underline">
          {t('signIn.toSetup')}
        </Link>
      )}
    </AuthCard>
  )
}

/** Error codes of next-auth, `auth-options.ts` and `admitFromProvider`. */
const errorNotices: Readonly<Record<string, SignInNotice>> = {
  CredentialsSignin: 'wrong',
  [TOO_MANY_ATTEMPTS]: 'waitSome',
  [UNAVAILABLE]: 'unavailable',
  [SECOND_FACTOR_REQUIRED]: 'secondFactorRequired',
  OAuthSignin: 'sso.unreachable',
  OAuthCallback: 'sso.failed',
  Callback: 'sso.cancelled',
  sso_failed: 'sso.failed',
  sso_issuer: 'sso.issuer',
  sso_no_email: 'sso.no_email',
  sso_unverified: 'sso.unverified',
  sso_domain: 'sso.domain',
  sso_disabled: 'sso.disabled',
  sso_no_account: 'sso.no_account',
  sso_other_identity: 'sso.other_identity',
}

const doneNotices: Readonly<Record<string, SignInNotice>> = { email: 'doneEmail', setup: 'doneSetup' }

const firstOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

/** next-auth passes complete addresses; only the part after the host is used as the return path. */
function pathOf(from: string | undefined): string | undefined {
  if (from === undefined || !URL.canParse(from)) return from
  const { pathname, search, hash } = new URL(from)
  return `${pathname}${search}${hash}`
}

function noticeOf(query: Query): SignInNotice {
  const error = firstOf(query.error)
  if (error !== undefined) return errorNotices[error] ?? 'failed'
  if (query.done !== undefined) return doneNotices[firstOf(query.done) ?? ''] ?? 'done'
  return query.from === undefined ? undefined : 'expired'
}
