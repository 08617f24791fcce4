import type { ReactNode } from 'react'

import { SettingsNav } from '@/components/layout/frame/settings-nav'

export default function SettingsLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <SettingsNav />
      {children}
    </>
  )
}
