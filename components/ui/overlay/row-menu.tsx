'use client'

import { Icon } from '../icon'
import type { MenuGroup } from './menu'
import { MenuButton } from './menu-button'

interface RowMenuProps {
  /** Says whose menu it is, for those who hear the button alone. */
  readonly label: string
  readonly groups: readonly MenuGroup[]
}

/** Everything that can be done with one row, behind three dots at its end. */
export function RowMenu({ label, groups }: RowMenuProps) {
  return (
    <MenuButton label={label} groups={groups} placement="bottom end" size="sm" variant="ghost" iconOnly>
      <Icon name="more" />
    </MenuButton>
  )
}
