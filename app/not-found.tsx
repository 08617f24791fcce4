import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { NotFoundPage } from '@/components/layout/not-found-page'
import { getSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'

import { PanelShell } from './panel-shell'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('layout')
  return { title: t('missing.title') }
}

export default async function NotFound() {
  const session = await getSession()
  if (session) {
    return (
      <PanelShell session={session}>
        <NotFoundPage isSignedIn />
      </PanelShell>
    )
  }
  return (
    <Intl messages={await getMessages(['layout'])}>
      <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center px-4 py-10">
        <NotFoundPage isSignedIn={false} />
      </main>
    </Intl>
  )
}
