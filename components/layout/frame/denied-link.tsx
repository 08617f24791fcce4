'use client'

import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Tooltip } from '@/components/ui/overlay/tooltip'

import { useViewer } from '../viewer'

interface DeniedLinkProps {
  readonly label: string
  readonly className: string
  readonly isWide?: boolean
}

/** Replaces the link to a page that the role may not use, and gives the reason. */
export function DeniedLink({ label, className, isWide = false }: DeniedLinkProps) {
  const t = useTranslations('layout')
  const { role } = useViewer()
  return (
    <Tooltip text={t('denied', { role: t(`roles.${role}`) })} {...(isWide && { className: 'w-full' })}>
      {(describedBy) => (
        <button
          type="button"
          aria-disabled
          aria-describedby={describedBy}
          className={classNames(className, 'cursor-not-allowed text-muted')}
        >
          {label}
        </button>
      )}
    </Tooltip>
  )
}
