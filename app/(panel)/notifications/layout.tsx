import type { ReactNode } from 'react'

import { NotificationsNav } from '@/components/layout/frame/notifications-nav'
import { getSession } from '@/lib/server/auth'
import { lacksSecondFactor } from '@/lib/server/required-factor'

export default async function NotificationsLayout({ children }: { readonly children: ReactNode }) {
  const session = await getSession()
  return (
    <>
      {session && !lacksSecondFactor(session) && <NotificationsNav />}
      {children}
    </>
  )
}
