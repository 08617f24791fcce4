import type { Metadata } from 'next'

import { AuthCard } from '@/components/auth/auth-card'
import { UnsubscribeForm } from '@/components/auth/unsubscribe-form'
import { Banner } from '@/components/layout/banner'
import { getTranslator } from '@/lib/server/i18n'
import { readUnsubscribe } from '@/lib/server/unsubscribe'

import { unsubscribe } from '../actions'

type Props = { readonly searchParams: Promise<{ token?: string | string[] }> }

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('auth')
  // The token stands in the address; it must not travel on in a Referer.
  return { title: t('unsubscribe.title'), referrer: 'same-origin' }
}

type Subscribed = Extract<Awaited<ReturnType<typeof readUnsubscribe>>, { state: 'subscribed' }>

const textOf = ({ kind }: Subscribed) => (kind === 'tender' ? 'textBzp' : 'textRule')

/** The way out of a mail. Opening it changes nothing: programs that look at the links of mails open them too. */
export default async function UnsubscribePage({ searchParams }: Props) {
  const { token } = await searchParams
  const input = typeof token === 'string' ? token : ''
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
