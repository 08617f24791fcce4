'use client'

import { useQuery } from '@tanstack/react-query'

import { useViewer } from '@/components/layout/viewer'
import { AssignButton } from '@/components/shared/assign-button'
import { AssignMenu } from '@/components/shared/assign-menu'
import { panelQuery } from '@/lib/client/queries'
import type { BzpMatch } from '@/lib/features/bzp/contract/alerts'

import type { MatchChanges } from './use-matches'

interface AssignMatchesProps {
  readonly matches: readonly BzpMatch[]
  /** Matches of a personal alert are visible to its owner only. */
  readonly isTeam: boolean
  readonly denied: string | undefined
  readonly changes: MatchChanges
}

export function AssignMatches({ denied, ...assigned }: AssignMatchesProps) {
  return <AssignButton {...useAssignOptions(assigned, denied === undefined)} denied={denied} />
}

interface AssignMatchesMenuProps extends Omit<AssignMatchesProps, 'denied'> {
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

export function AssignMatchesMenu({ anchor, onClose, ...assigned }: AssignMatchesMenuProps) {
  return <AssignMenu {...useAssignOptions(assigned)} anchor={anchor} onClose={onClose} />
}

function useAssignOptions({ matches, isTeam, changes }: Omit<AssignMatchesProps, 'denied'>, isAllowed = true) {
  const { email } = useViewer()
  const colleagues = useQuery({ ...panelQuery('bzpAlerts.list', {}), enabled: isAllowed }).data?.colleagues ?? []
  return {
    colleagues: colleagues.filter((colleague) => isTeam || colleague.email === email),
    assignee: matches.length === 1 ? matches[0]?.assignee : undefined,
    onAssign: (assignee: string | null) => void changes.change(matches, { assignee }),
  }
}
