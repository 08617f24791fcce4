'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { useTranslations } from 'use-intl'

import { setPageViewer } from '@/lib/client/page-viewer'
import type { OperationName } from '@/lib/contract/table'
import type { Role } from '@/lib/domain/roles'
import type { AccountFacts } from '@/lib/domain/usage/standing'
import type { PanelOperationName } from '@/lib/features/contract'

import { useRefusalScope } from './payment/use-refusals'

export interface Viewer {
  /** Identifies user and account to the server. */
  readonly mark: string
  readonly email: string
  readonly role: Role
  readonly account: Pick<AccountFacts, 'isInactive' | 'since'> & {
    readonly slug: string
    readonly name: string
    readonly plan: string
  }
  /** Where an owner renews the plan or asks for another one, if the operator has set it. */
  readonly providerUrl?: string | undefined
  /** Which service answers: the embedded one or a remote `/v1`. */
  readonly mode: 'embedded' | 'remote'
  /**
   * Operations of the service's and the panel's contracts that the role may call; computed on the server so that the
   * table is not part of the initial bundle.
   */
  readonly permitted: readonly (OperationName | PanelOperationName)[]
  /** Those of them that consume paid units, if the account owner does not allow the role to spend. */
  readonly spendingForbidden: readonly (OperationName | PanelOperationName)[]
}

const ViewerContext = createContext<Viewer | null>(null)

export function ViewerProvider({ viewer, children }: { readonly viewer: Viewer; readonly children: ReactNode }) {
  useRefusalScope(viewer.account.slug)
  // It is set during render, because effects of children already make calls.
  if (typeof window !== 'undefined') setPageViewer(viewer.mark)
  return <ViewerContext value={viewer}>{children}</ViewerContext>
}

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('useViewer needs a ViewerProvider above it')
  return viewer
}

/** Whether the viewer may call an operation, and the reason to show on the disabled control if not. */
export function usePermission(name: OperationName | PanelOperationName): {
  readonly allowed: boolean
  readonly reason: string | undefined
} {
  const t = useTranslations('layout')
  const { role, permitted, spendingForbidden } = useViewer()
  if (spendingForbidden.some((each) => each === name))
    return { allowed: false, reason: t('unpaid', { role: t(`roles.${role}`) }) }
  const allowed = permitted.includes(name)
  return { allowed, reason: allowed ? undefined : t('denied', { role: t(`roles.${role}`) }) }
}
