'use client'

import { Icon } from '../icon'
import type { MenuGroup } from './menu'
import { MenuButton } from './menu-button'

interface RowMenuProps {
  /** The accessible name, which identifies the row. */
  readonly label: string
  readonly groups: readonly MenuGroup[]
}

/** The actions of one row, behind a three-dot button at its end. */
export function RowMenu({ label, groups }: RowMenuProps) {
  return (
    <MenuButton label={label} groups={groups} placement="bottom end" size="sm" variant="ghost" iconOnly>
      <Icon name="more" />
    </MenuButton>
  )
}
