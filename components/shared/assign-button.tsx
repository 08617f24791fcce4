'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { MenuGroup } from '@/components/ui/overlay/menu'
import { MenuButton } from '@/components/ui/overlay/menu-button'

export interface Colleague {
  readonly user_id: string
  readonly name: string | null
  readonly email: string
}

export interface AssignOptions {
  readonly colleagues: readonly Colleague[]
  /** Undefined if several things with different assignees are meant. */
  readonly assignee: Colleague | null | undefined
  readonly onAssign: (userId: string | null) => void
}

/** The menu of the people to whom work can be assigned. */
export function useAssignGroups(): (options: AssignOptions) => readonly MenuGroup[] {
  const t = useTranslations('common.assign')
  return ({ colleagues, assignee, onAssign }) => {
    const people = colleagues.map(({ user_id: id, name, email }) => ({
      id,
      label: name === null ? email : `${name} (${email})`,
      isChosen: assignee?.user_id === id,
      onAction: () => onAssign(id),
    }))
    const nobody = {
      id: 'nobody',
      label: t('nobody'),
      isChosen: assignee === null,
      onAction: () => onAssign(null),
    }
    return [{ id: 'people', title: t('title'), entries: [...people, nobody] }]
  }
}

interface AssignButtonProps extends AssignOptions {
  readonly denied: string | undefined
}

export function AssignButton({ denied, ...options }: AssignButtonProps) {
  const t = useTranslations('common.assign')
  const groupsOf = useAssignGroups()
  const { assignee } = options
  const label = assignee ? t('to', { who: assignee.name ?? assignee.email }) : t('label')
  if (denied !== undefined)
    return (
      <Button size="sm" disabledReason={denied}>
        {label}
      </Button>
    )
  return (
    <MenuButton label={label} size="sm" groups={groupsOf(options)}>
      <Icon name="user" size={14} />
      {label}
    </MenuButton>
  )
}
