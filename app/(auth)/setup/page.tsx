import type { Metadata } from 'next'
import { cookies } from 'next/headers'

import { AuthCard } from '@/components/auth/auth-card'
import { SampleDataOffer } from '@/components/auth/sample-world'
import { SetupDone } from '@/components/auth/setup-done'
import { SetupForm } from '@/components/auth/setup-form'
import { Intl } from '@/components/layout/intl'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/domain/routes'
import { getSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { hasSampleData, readSetup, SETUP_COOKIE } from '@/lib/server/setup'

import { setUp, trySample } from './actions'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('setup')
  return { title: t('title'), referrer: 'same-origin' }
}

/** Setup of a new installation: try the sample data, or create the first account. */
export default async function SetupPage() {
  const [t, auth, messages, setup] = await Promise.all([
    getTranslator('setup'),
    getTranslator('auth'),
    getMessages(['setup', 'pools']),
    readSetup(),
  ])
  if (setup.state === 'done') return <SetupDonePage />
  const hasToken = ((await cookies()).get(SETUP_COOKIE)?.value ?? '') !== ''
  const { remote, samplePasswordAt, ...ways } = setup
  return (
    <Intl messages={messages}>
      <AuthCard title={t('title')} tagline={auth('tagline')}>
        <p>
          {remote === null
            ? t(samplePasswordAt === null ? 'introOwn' : 'intro')
            : t('introRemote', { service: remote })}
        </p>
        {samplePasswordAt !== null && <SampleDataOffer passwordAt={samplePasswordAt} action={trySample} />}
        <SetupForm action={setUp} hasToken={hasToken} isRemote={remote !== null} {...ways} />
        <Link href={routes.signIn} className="self-start underline">
          {t('toSignIn')}
        </Link>
      </AuthCard>
    </Intl>
  )
}

async function SetupDonePage() {
  const [t, auth, messages, session] = await Promise.all([
    getTranslator('setup'),
    getTranslator('auth'),
    getMessages(['setup']),
    getSession(),
  ])
  const hasSample = session?.user.role === 'owner' && (await hasSampleData())
  return (
    <Intl messages={messages}>
      <AuthCard title={t(session ? 'done.titleOwn' : 'done.title')} tagline={auth('tagline')}>
        <SetupDone email={session?.user.email} hasSample={hasSample} />
      </AuthCard>
    </Intl>
  )
}
