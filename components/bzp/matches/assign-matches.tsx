'use client'

import { useQuery } from '@tanstack/react-query'

import { useViewer } from '@/components/layout/viewer'
import { AssignButton } from '@/components/shared/assign-button'
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

export function AssignMatches({ matches, isTeam, denied, changes }: AssignMatchesProps) {
  const { email } = useViewer()
  const colleagues =
    useQuery({ ...panelQuery('bzpAlerts.list', {}), enabled: denied === undefined }).data?.colleagues ?? []
  return (
    <AssignButton
      colleagues={colleagues.filter((colleague) => isTeam || colleague.email === email)}
      assignee={matches.length === 1 ? matches[0]?.assignee : undefined}
      denied={denied}
      onAssign={(assignee) => void changes.change(matches, { assignee })}
    />
  )
}
