'use client'

import { createContext, type ReactNode, use } from 'react'

interface PageHeaderProps {
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  /** Buttons on the right, with the primary one last. */
  readonly actions?: ReactNode
}

/** True below a heading that the frame shows together with the tabs of the page. */
export const TitledContext = createContext(false)

export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  const isTitled = use(TitledContext)
  if (isTitled && subtitle === undefined && actions === undefined) return null
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-80">
        {!isTitled && <h1 className="text-title font-semibold tracking-tight">{title}</h1>}
        {subtitle !== undefined && <div className="text-muted">{subtitle}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2 sm:ml-auto">{actions}</div>}
    </div>
  )
}
