import type { ReactNode } from 'react'

import { toneClass } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'

interface BannerProps {
  readonly tone: 'info' | 'warn' | 'danger'
  /** Text that fits on one line. */
  readonly children: ReactNode
  readonly action?: ReactNode
  readonly className?: string | undefined
}

/** A one-line status message with at most one action. A danger banner is announced by screen readers at once. */
export function Banner({ tone, children, action, className }: BannerProps) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg px-3 py-2',
        toneClass(tone),
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-56 items-start gap-x-3">
        <Icon name={tone === 'info' ? 'info' : 'alert'} className="mt-0.5 shrink-0" />
        <div className="min-w-0">{children}</div>
      </div>
      {action}
    </div>
  )
}
