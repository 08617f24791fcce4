import type { Metadata } from 'next'

import { AuthCard } from '@/components/auth/auth-card'
import { ForgottenPasswordForm } from '@/components/auth/forgotten-password-form'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/domain/routes'
import { getTranslator } from '@/lib/server/i18n'
import { passwordHelp } from '@/lib/server/sign-in'

import { forgottenPassword } from '../actions'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('auth')
  return { title: t('forgotten.title') }
}

export default async function ForgottenPasswordPage() {
  const t = await getTranslator('auth')
  const help = passwordHelp()
  return (
    <AuthCard title={t('forgotten.title')} tagline={t('tagline')}>
      {help === 'mail' ? <ForgottenPasswordForm action={forgottenPassword} /> : <p>{t(`forgotten.${help}`)}</p>}
      <Link href={routes.signIn} className="self-start underline">
        {t('forgotten.toSignIn')}
      </Link>
    </AuthCard>
  )
}
