'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { SelectAll } from '@/components/shared/select-all'
import type { SelectedRows } from '@/components/shared/use-selected-rows'
import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import type { BzpAlert, BzpMatch } from '@/lib/features/bzp/contract/alerts'

import { AssignMatches } from './assign-matches'
import type { MatchChanges } from './use-matches'

interface SelectedMatchesProps {
  readonly selection: SelectedRows<BzpMatch>
  readonly alerts: readonly BzpAlert[]
  readonly changes: MatchChanges
  readonly denied: string | undefined
  readonly onDismiss: () => void
  /** Shown at the right while nothing is selected. */
  readonly children: ReactNode
}

/** The bar is always present, so that the first selection does not move the rows. */
export function SelectedMatches({ selection, alerts, changes, denied, onDismiss, children }: SelectedMatchesProps) {
  const t = useTranslations('bzp-matches')
  const countValues = useCountValues()
  const { chosen, clear } = selection
  const isTeam = chosen.every(({ alert_id: id }) => alerts.find((alert) => alert.id === id)?.is_team === true)
  const areDismissed = chosen.every((match) => match.dismissed !== null)
  return (
    <div className="sticky top-0 z-10 flex min-h-12 flex-wrap items-center gap-2 border-b bg-side py-1.5 pr-3 pl-2">
      <SelectAll label={t('selectAll')} selection={selection} hintClass="max-sm:hidden">
        {chosen.length === 0 ? t('hint') : t('selected', countValues(chosen.length))}
      </SelectAll>
      <span className="ml-auto flex flex-wrap gap-1.5">
        {chosen.length === 0 && children}
        {chosen.length > 0 && (
          <>
            <Button size="sm" onClick={() => void changes.change(chosen, { is_read: true })}>
              {t('read')}
            </Button>
            <Button size="sm" disabledReason={denied} onClick={() => void changes.change(chosen, { is_starred: true })}>
              {t('star')}
            </Button>
            <AssignMatches matches={chosen} isTeam={isTeam} denied={denied} changes={changes} />
            <Button
              size="sm"
              disabledReason={denied}
              onClick={areDismissed ? () => void changes.move(chosen, null) : onDismiss}
            >
              {t(areDismissed ? 'restore' : 'dismissShort')}
            </Button>
            <Button size="sm" variant="ghost" onClick={clear}>
              {t('clearSelection')}
            </Button>
          </>
        )}
      </span>
    </div>
  )
}
