import type { Metadata } from 'next'
import { redirect } from 'next/navigation'

import { AuthCard } from '@/components/auth/auth-card'
import { SignInForm, type SignInNotice } from '@/components/auth/sign-in-form'
import { asRoute } from '@/components/layout/as-route'
import { safeReturnPath } from '@/lib/domain/routes'
import { getSession } from '@/lib/server/auth'
import { SECOND_FACTOR_REQUIRED, TOO_MANY_ATTEMPTS } from '@/lib/server/auth-options'
import { getTranslator } from '@/lib/server/i18n'

import { askPasskey, signIn } from '../actions'

type Query = Partial<Record<'from' | 'callbackUrl' | 'error' | 'done', string | string[]>>
type Props = { readonly searchParams: Promise<Query> }

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('auth')
  return { title: t('signIn.title') }
}

export default async function SignInPage({ searchParams }: Props) {
  const query = await searchParams
  const from = safeReturnPath(pathOf(one(query.from) ?? one(query.callbackUrl)))
  if (await getSession()) redirect(asRoute(from))
  const t = await getTranslator('auth')
  return (
    <AuthCard title={t('signIn.title')} tagline={t('tagline')}>
      <SignInForm action={signIn} from={from} notice={noticeOf(query)} askPasskey={askPasskey} />
    </AuthCard>
  )
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

/** next-auth hands over whole addresses; only what follows the host can be a way back. */
function pathOf(from: string | undefined): string | undefined {
  if (from === undefined || !URL.canParse(from)) return from
  const { pathname, search, hash } = new URL(from)
  return `${pathname}${search}${hash}`
}

function noticeOf(query: Query): SignInNotice {
  const error = one(query.error)
  if (error === 'CredentialsSignin') return 'wrong'
  if (error === TOO_MANY_ATTEMPTS) return 'waitSome'
  if (error === SECOND_FACTOR_REQUIRED) return 'secondFactorRequired'
  if (error !== undefined) return 'failed'
  if (query.done !== undefined) return query.done === 'email' ? 'doneEmail' : 'done'
  return query.from === undefined ? undefined : 'expired'
}
