import { AuthCard } from '@/components/auth/auth-card'
import { ConfirmEmailForm } from '@/components/auth/confirm-email-form'
import { Banner } from '@/components/layout/banner'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/domain/routes'
import { getTranslator } from '@/lib/server/i18n'
import { findEmailLink } from '@/lib/server/joining'

import { confirmNewEmail } from '../actions'
import { readToken, type TokenPageProps, tokenPageTitle } from '../token-page'

export const generateMetadata = tokenPageTitle('confirmEmail.title')

/** Opening the page changes nothing, because programs that scan links in mails open it too. */
export default async function ConfirmEmailPage(props: TokenPageProps) {
  const token = await readToken(props)
  const [t, link] = [await getTranslator('auth'), await findEmailLink(token)]
  return (
    <AuthCard title={t('confirmEmail.title')} tagline={t('tagline')}>
      {link.state === 'ready' ? (
        <>
          <p className="break-words">{t('confirmEmail.text', { email: link.email, former: link.formerEmail })}</p>
          <ConfirmEmailForm action={confirmNewEmail} token={token} />
        </>
      ) : (
        <>
          <Banner tone="danger">{t(`confirmEmail.${link.state}`)}</Banner>
          <Link href={routes.signIn} className="underline">
            {t('signUp.toSignIn')}
          </Link>
        </>
      )}
    </AuthCard>
  )
}
