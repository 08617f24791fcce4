'use client'

import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import type { MenuEntry } from '@/components/ui/overlay/menu'
import { RowMenu } from '@/components/ui/overlay/row-menu'
import { panelQuery } from '@/lib/client/queries'
import { routes } from '@/lib/domain/routes'
import type { SavedView } from '@/lib/features/views/contract'

import { viewsInput } from '../monitors-queries'

interface ViewRowProps {
  readonly view: SavedView
  readonly isCurrent: boolean
  readonly views: Views
  readonly onOpen: () => void
}

type Views = ReturnType<typeof useViews>

/** The menu of a view. Any member may make a team view their default; only some roles may change it. */
function useViewEntries(view: SavedView, views: Views): MenuEntry[] {
  const t = useTranslations('monitors.views')
  const { reason } = usePermission('monitors.bulkTag')
  const { id, is_team: isTeam, is_own_default: isOwnDefault, is_team_default: isTeamDefault } = view
  const choose = (viewId: string | null, forTeam: boolean) =>
    views.choose.mutate({ body: { page: 'monitors', view_id: viewId, is_team: forTeam } })
  const userDefault = {
    id: 'own',
    label: t(isOwnDefault ? 'ownDefaultOff' : 'ownDefault'),
    onAction: () => choose(isOwnDefault ? null : id, false),
  }
  const team = {
    id: 'team',
    label: t(isTeamDefault ? 'teamDefaultOff' : 'teamDefault'),
    disabledReason: reason,
    onAction: () => choose(isTeamDefault ? null : id, true),
  }
  const remove = {
    id: 'delete',
    label: t('delete'),
    tone: 'danger' as const,
    disabledReason: isTeam ? reason : undefined,
    onAction: () => views.remove.mutate({ params: { id } }),
  }
  return isTeam ? [userDefault, team, remove] : [userDefault, remove]
}

function ViewBadges({ view }: { readonly view: SavedView }) {
  const t = useTranslations('monitors.views')
  return (
    <>
      {view.is_team && <Badge>{t('team')}</Badge>}
      {view.is_own_default && <Badge tone="accent">{t('isOwnDefault')}</Badge>}
      {view.is_team_default && !view.is_own_default && <Badge tone="accent">{t('isTeamDefault')}</Badge>}
    </>
  )
}

export function ViewRow({ view, isCurrent, views, onOpen }: ViewRowProps) {
  const t = useTranslations('monitors.views')
  const { name, query } = view
  const entries = useViewEntries(view, views)
  const open = (event: MouseEvent) => {
    // With a modifier key the link opens in another tab as usual.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <li className="flex items-center gap-1.5 rounded-md pr-1 pl-2 hover:bg-hover">
      <a
        href={query === '' ? routes.monitors : `${routes.monitors}?${query}`}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={open}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-1.5 rounded-sm"
      >
        {isCurrent && <Icon name="check" size={13} />}
        <span className="truncate">{name}</span>
      </a>
      <ViewBadges view={view} />
      <RowMenu label={t('more', { name })} groups={[{ id: 'view', entries }]} />
    </li>
  )
}

/** The saved views of this page with their actions; the list is refetched after each change. */
export function useViews() {
  const list = useQuery(panelQuery('views.list', viewsInput))
  const save = useAction('views.save')
  const remove = useAction('views.delete')
  const choose = useAction('views.setDefault')
  return { list, save, remove, choose }
}
