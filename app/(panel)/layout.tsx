import type { ReactNode } from 'react'

import { requireSession } from '@/lib/server/auth'

import { PanelShell } from '../panel-shell'

export default async function PanelLayout({ children }: { readonly children: ReactNode }) {
  return <PanelShell session={await requireSession()}>{children}</PanelShell>
}
