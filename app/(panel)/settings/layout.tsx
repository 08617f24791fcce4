import type { ReactNode } from 'react'

import { SettingsNav } from '@/components/layout/frame/settings-nav'
import { getSession } from '@/lib/server/auth'
import { lacksSecondFactor } from '@/lib/server/required-factor'

export default async function SettingsLayout({ children }: { readonly children: ReactNode }) {
  const session = await getSession()
  return (
    <>
      {session && !lacksSecondFactor(session) && <SettingsNav />}
      {children}
    </>
  )
}
