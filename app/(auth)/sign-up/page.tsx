import { AuthCard } from '@/components/auth/auth-card'
import { SignUpForm } from '@/components/auth/sign-up-form'
import { Banner } from '@/components/layout/banner'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/domain/routes'
import { getTranslator } from '@/lib/server/i18n'
import { readLink } from '@/lib/server/sign-in'

import { requestPasskey, signIn, signUp } from '../actions'
import { readToken, type TokenPageProps, tokenPageTitle } from '../token-page'

export const generateMetadata = tokenPageTitle('signUp.title')

export default async function SignUpPage(props: TokenPageProps) {
  const input = await readToken(props)
  const t = await getTranslator('auth')
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
      <SignUpForm
        action={signUp}
        token={input}
        email={link.email}
        signIn={{
          action: signIn,
          from: routes.overview,
          email: link.email,
          notice: undefined,
          requestPasskeyChallenge: requestPasskey,
          hasPassword: true,
        }}
      />
    </AuthCard>
  )
}
