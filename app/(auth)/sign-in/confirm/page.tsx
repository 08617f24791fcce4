import type { Metadata } from 'next'

import { AuthCard } from '@/components/auth/auth-card'
import { ConfirmIdentityForm } from '@/components/auth/confirm-identity-form'
import { Banner } from '@/components/layout/banner'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/domain/routes'
import { getTranslator } from '@/lib/server/i18n'
import { readOwnIdentityLink } from '@/lib/server/single-sign-on'

import { confirmIdentity } from '../../actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('auth')
  return { title: t('confirm.title') }
}

/**
 * Shown once after the first sign-in with the identity provider: the person proves with the password that the panel's
 * user with the same e-mail is theirs.
 */
export default async function ConfirmIdentityPage() {
  const t = await getTranslator('auth')
  const email = await readOwnIdentityLink()
  return (
    <AuthCard title={t('confirm.title')} tagline={t('tagline')}>
      {email === undefined ? (
        <Banner tone="danger">{t('confirm.over')}</Banner>
      ) : (
        <ConfirmIdentityForm action={confirmIdentity} email={email} />
      )}
      <Link href={routes.signIn} className="self-start underline">
        {t('confirm.toSignIn')}
      </Link>
    </AuthCard>
  )
}
