import { AuthCard } from '@/components/auth/auth-card'
import { JoinForm } from '@/components/auth/join-form'
import { Banner } from '@/components/layout/banner'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/domain/routes'
import { getSession } from '@/lib/server/auth'
import { getTranslator } from '@/lib/server/i18n'
import { findInvitationOf } from '@/lib/server/joining'

import { joinAccount } from '../actions'
import { readToken, type TokenPageProps, tokenPageTitle } from '../token-page'

export const generateMetadata = tokenPageTitle('join.title')

export default async function JoinPage(props: TokenPageProps) {
  const token = await readToken(props)
  const [t, invitation, session] = [await getTranslator('auth'), await findInvitationOf(token), await getSession()]
  const layout = await getTranslator('layout')
  if (invitation.state !== 'open') {
    return (
      <AuthCard title={t('join.title', { account: '' })} tagline={t('tagline')}>
        <Banner tone="danger">{t(`join.${invitation.state}`)}</Banner>
        <Link href={routes.signIn} className="underline">
          {t('signUp.toSignIn')}
        </Link>
      </AuthCard>
    )
  }
  const { account, email, role, invitedBy } = invitation
  const facts = { inviter: invitedBy, email, role: layout(`roles.${role}`) }
  return (
    <AuthCard title={t('join.title', { account })} tagline={t('tagline')}>
      <p className="break-words">{t('join.for', facts)}</p>
      <JoinForm
        action={joinAccount}
        token={token}
        email={email}
        way={joinWayOf(invitation, session?.user.email)}
        current={session?.user.email}
      />
    </AuthCard>
  )
}

type Invitee = { readonly email: string; readonly mustSignIn: boolean; readonly setsPassword: boolean }
type JoinWay = 'confirm' | 'other' | 'signIn' | 'newcomer'

/** Only the invited address may accept: signed in, after signing in, or as a new user. */
function joinWayOf({ email, mustSignIn, setsPassword }: Invitee, current?: string): JoinWay {
  if (current !== undefined) return current === email ? 'confirm' : 'other'
  if (mustSignIn) return 'signIn'
  return setsPassword ? 'newcomer' : 'confirm'
}
