'use client'

import { useRef } from 'react'
import { useTranslations } from 'use-intl'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'

import { type AssignOptions, useAssignGroups } from './assign-button'

const Menu = lazyComponent(async () => (await import('@/components/ui/overlay/menu')).Menu)

interface AssignMenuProps extends AssignOptions {
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

/** The menu of the people at a row, opened by a key. */
export function AssignMenu({ anchor, onClose, ...options }: AssignMenuProps) {
  const t = useTranslations('common.assign')
  const groupsOf = useAssignGroups()
  const ref = useRef(anchor)
  return <Menu label={t('title')} groups={groupsOf(options)} triggerRef={ref} isOpen onOpenChange={onClose} />
}
