import type { Metadata } from 'next'
import type { ReactNode } from 'react'

import { Intl } from '@/components/layout/intl'
import { getSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'

import { PanelShell } from '../panel-shell'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('layout')
  return { title: t('missing.title') }
}

export default async function NoSuchPageLayout({ children }: { readonly children: ReactNode }) {
  const session = await getSession()
  if (session) return <PanelShell session={session}>{children}</PanelShell>
  return (
    <Intl messages={await getMessages(['layout'])}>
      <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center px-4 py-10">{children}</main>
    </Intl>
  )
}
