'use client'

import { type FormEvent, type RefObject, useState } from 'react'
import { useTranslations } from 'use-intl'

import { FailureReason } from '@/components/layout/failed-query'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { TextField } from '@/components/ui/inputs/text-field'
import { Popover } from '@/components/ui/overlay/popover'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { SavedView } from '@/lib/features/views/contract'

import { useViews, ViewRow } from './view-row'

interface ViewsPopoverProps {
  /** The query part of the address, which would be saved. */
  readonly query: string
  readonly current: SavedView | undefined
  readonly onOpenView: (query: string) => void
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

const MAX_NAME_LENGTH = 60

export function ViewsPopover({ query, current, onOpenView, triggerRef, onClose }: ViewsPopoverProps) {
  const t = useTranslations('monitors.views')
  const views = useViews()
  const failed = views.save.error ?? views.remove.error ?? views.choose.error
  const open = (view: SavedView) => {
    onOpenView(view.query)
    onClose()
  }
  return (
    <Popover label={t('title')} triggerRef={triggerRef} onClose={onClose} placement="bottom end" className="w-96">
      <h3 className="mb-1 font-semibold">{t('title')}</h3>
      <QueryView
        query={views.list}
        contentName={t('title')}
        skeleton={<SkeletonRows rows={2} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className="text-muted">{t('empty')}</p>}
      >
        {({ items }) => (
          <ul className="-mx-2 max-h-72 overflow-y-auto">
            {items.map((view) => (
              <ViewRow
                key={view.id}
                view={view}
                isCurrent={view.id === current?.id}
                views={views}
                onOpen={() => open(view)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {failed !== null && (
        <div role="alert" className="mt-2 text-danger-ink">
          <FailureReason error={failed} />
        </div>
      )}
      <SaveForm query={query} views={views} />
    </Popover>
  )
}

function SaveForm({ query, views }: { readonly query: string; readonly views: ReturnType<typeof useViews> }) {
  const t = useTranslations('monitors.views')
  const teamPermission = usePermission('monitors.bulkTag')
  const [name, setName] = useState('')
  const [isTeam, setIsTeam] = useState(false)
  const existingView = views.list.data?.items.find((view) => view.name === name.trim() && view.is_team === isTeam)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || views.save.isPending) return
    const body = { page: 'monitors', name: name.trim(), query, is_team: isTeam } as const
    views.save.mutate({ body }, { onSuccess: () => setName('') })
  }
  return (
    <form onSubmit={submit} className="mt-3 grid gap-2 border-t pt-3">
      <TextField
        label={t('name')}
        value={name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        hint={existingView ? t('replaces') : t('nameHint')}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex items-center justify-between gap-3">
        <Checkbox
          checked={isTeam}
          disabled={!teamPermission.allowed}
          title={teamPermission.reason}
          onChange={(event) => setIsTeam(event.target.checked)}
        >
          {t('forTeam')}
        </Checkbox>
        <Button
          type="submit"
          size="sm"
          variant="primary"
          isPending={views.save.isPending}
          disabledReason={name.trim() === '' ? t('nameFirst') : undefined}
        >
          {t(existingView ? 'replace' : 'save')}
        </Button>
      </div>
    </form>
  )
}
