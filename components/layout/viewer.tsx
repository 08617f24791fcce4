'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { useTranslations } from 'use-intl'

import { setPageViewer } from '@/lib/client/page-viewer'
import type { OperationName } from '@/lib/contract/table'
import type { Role } from '@/lib/domain/roles'
import type { AccountFacts } from '@/lib/domain/usage/standing'
import type { PanelOperationName } from '@/lib/features/contract'

import { useRefusalScope } from './payment/use-refusals'

/** Who looks at the panel, as far as the browser may know. */
export interface Viewer {
  /** Names person and account to the server. */
  readonly mark: string
  readonly email: string
  readonly role: Role
  readonly account: Pick<AccountFacts, 'isInactive' | 'since'> & {
    readonly slug: string
    readonly name: string
    readonly plan: string
  }
  /** Which service answers: the embedded one or a remote `/v1`. */
  readonly mode: 'embedded' | 'remote'
  /** Rows of both contracts, the service's and the panel's own, that the role may call; computed on the server so that the table stays out of the first load. */
  readonly permitted: readonly (OperationName | PanelOperationName)[]
  /** Those among them that use up what the account pays for, where its owner does not let the role spend. */
  readonly unpaid: readonly (OperationName | PanelOperationName)[]
}

const ViewerContext = createContext<Viewer | null>(null)

export function ViewerProvider({ viewer, children }: { readonly viewer: Viewer; readonly children: ReactNode }) {
  useRefusalScope(viewer.account.slug)
  // In the render, because the first calls come with the effects of what is inside.
  if (typeof window !== 'undefined') setPageViewer(viewer.mark)
  return <ViewerContext value={viewer}>{children}</ViewerContext>
}

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('useViewer needs a ViewerProvider above it')
  return viewer
}

/** Whether the viewer may call a row, and the reason to show on the disabled control when not. */
export function usePermission(name: OperationName | PanelOperationName): {
  readonly allowed: boolean
  readonly reason: string | undefined
} {
  const t = useTranslations('layout')
  const { role, permitted, unpaid } = useViewer()
  if (unpaid.some((each) => each === name)) return { allowed: false, reason: t('unpaid', { role: t(`roles.${role}`) }) }
  const allowed = permitted.includes(name)
  return { allowed, reason: allowed ? undefined : t('denied', { role: t(`roles.${role}`) }) }
}
