'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { MenuButton } from '@/components/ui/overlay/menu-button'
import { panelQuery } from '@/lib/client/queries'
import type { BzpMatch } from '@/lib/features/bzp/contract/alerts'

import type { MatchChanges } from './use-matches'

interface AssignButtonProps {
  readonly matches: readonly BzpMatch[]
  /** Matches of a personal alert are visible to its owner only. */
  readonly isTeam: boolean
  readonly denied: string | undefined
  readonly changes: MatchChanges
}

export function AssignButton({ matches, isTeam, denied, changes }: AssignButtonProps) {
  const t = useTranslations('bzp-matches.assign')
  const { email } = useViewer()
  const colleagues =
    useQuery({ ...panelQuery('bzpAlerts.list', {}), enabled: denied === undefined }).data?.colleagues ?? []
  const [first] = matches
  const assignee = matches.length === 1 ? first?.assignee : undefined
  const label = assignee ? t('to', { who: assignee.name ?? assignee.email }) : t('label')
  if (denied !== undefined)
    return (
      <Button size="sm" disabledReason={denied}>
        {label}
      </Button>
    )
  const people = colleagues
    .filter((colleague) => isTeam || colleague.email === email)
    .map(({ user_id: id, name, email: address }) => ({
      id,
      label: name === null ? address : `${name} (${address})`,
      isChosen: assignee?.user_id === id,
      onAction: () => void changes.change(matches, { assignee: id }),
    }))
  const nobody = {
    id: 'nobody',
    label: t('nobody'),
    isChosen: assignee === null,
    onAction: () => void changes.change(matches, { assignee: null }),
  }
  return (
    <MenuButton label={label} size="sm" groups={[{ id: 'people', title: t('title'), entries: [...people, nobody] }]}>
      <Icon name="user" size={14} />
      {label}
    </MenuButton>
  )
}
