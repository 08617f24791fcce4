import type { Metadata } from 'next'

import { AuthCard } from '@/components/auth/auth-card'
import { SignUpForm } from '@/components/auth/sign-up-form'
import { Banner } from '@/components/layout/banner'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/domain/routes'
import { getTranslator } from '@/lib/server/i18n'
import { readLink } from '@/lib/server/sign-in'

import { signUp } from '../actions'

type Props = { readonly searchParams: Promise<{ token?: string | string[] }> }

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('auth')
  // The token stands in the address; it must not travel on in a Referer.
  return { title: t('signUp.title'), referrer: 'same-origin' }
}

export default async function SignUpPage({ searchParams }: Props) {
  const { token } = await searchParams
  const t = await getTranslator('auth')
  const input = typeof token === 'string' ? token : ''
  const link = await readLink(input)
  if (link.state !== 'ready') {
    return (
      <AuthCard title={t('signUp.title')} tagline={t('tagline')}>
        <Banner tone="danger">{t(`signUp.${link.state}`)}</Banner>
        <Link href={routes.signIn} className="underline">
          {t('signUp.toSignIn')}
        </Link>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={t(link.purpose === 'reset' ? 'signUp.titleReset' : 'signUp.title')} tagline={t('tagline')}>
      <p className="text-muted">{t('signUp.for', { email: link.email })}</p>
      <SignUpForm action={signUp} token={input} email={link.email} />
    </AuthCard>
  )
}
