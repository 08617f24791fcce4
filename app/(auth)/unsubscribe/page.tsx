import { AuthCard } from '@/components/auth/auth-card'
import { UnsubscribeForm } from '@/components/auth/unsubscribe-form'
import { Banner } from '@/components/layout/banner'
import { getTranslator } from '@/lib/server/i18n'
import { readUnsubscribe } from '@/lib/server/unsubscribe'

import { unsubscribe } from '../actions'
import { readToken, type TokenPageProps, tokenPageTitle } from '../token-page'

export const generateMetadata = tokenPageTitle('unsubscribe.title')

type Subscription = Extract<Awaited<ReturnType<typeof readUnsubscribe>>, { state: 'subscribed' }>

const textOf = ({ kind }: Subscription) => (kind === 'tender' ? 'textBzp' : 'textRule')

/** Unsubscribe page of a mail. Opening it changes nothing, because programs that scan links in mails open it too. */
export default async function UnsubscribePage(props: TokenPageProps) {
  const input = await readToken(props)
  const t = await getTranslator('auth')
  const subscription = await readUnsubscribe(input)
  return (
    <AuthCard title={t('unsubscribe.title')} tagline={t('tagline')}>
      {subscription.state === 'subscribed' ? (
        <>
          <p>{t(`unsubscribe.${textOf(subscription)}`, { email: subscription.mail.recipient })}</p>
          <UnsubscribeForm action={unsubscribe} token={input} />
        </>
      ) : (
        <Banner tone={subscription.state === 'unknown' ? 'danger' : 'info'}>
          {t(`unsubscribe.${subscription.state}`)}
        </Banner>
      )}
    </AuthCard>
  )
}
