'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import type { FilterEdit } from '../editor/use-filter-draft'
import { VersionContent } from './version-content'
import { changesOf, restoredDraft, type VersionAnswer } from './version-difference'

type Version = PanelAnswer<'filterVersions.list'>['items'][number]

interface VersionsDialogProps {
  readonly edit: FilterEdit
  readonly id: string
  readonly onClose: () => void
}

/** Lists the versions of the filter; a restored one becomes the draft, which is saved like any other change. */
export function VersionsDialog({ edit, id, onClose }: VersionsDialogProps) {
  const t = useTranslations('filters.versions')
  const { allowed } = usePermission('filters.update')
  const versions = useQuery({ ...panelQuery('filterVersions.list', { params: { id } }), staleTime: 0 })
  const [chosen, setChosen] = useState<number>()
  const restore = (answer: VersionAnswer, number: number) => {
    const draft = restoredDraft(edit.draft, answer)
    edit.setName(draft.name)
    for (const { list } of changesOf(edit.draft, draft)) edit.setList(list, draft.content[list])
    toast.success(t('restored', { number: String(number) }))
    onClose()
  }
  return (
    <Dialog title={t('title', { name: maskPesels(edit.saved.name) })} onClose={onClose} size="lg">
      <p className="mb-3 text-muted">{t(allowed ? 'explain' : 'explainRead')}</p>
      <QueryView
        query={versions}
        contentName={t('what')}
        skeleton={<SkeletonRows rows={4} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('none')} />}
      >
        {({ items }) => (
          <div className="grid items-start gap-4 md:grid-cols-[18rem_minmax(0,1fr)]">
            <VersionList versions={items} chosen={chosen} onChoose={setChosen} />
            {chosen === undefined ? (
              <p className="text-muted max-md:hidden">{t('pick')}</p>
            ) : (
              <ChosenVersion key={chosen} id={id} number={chosen} edit={edit} onRestore={restore} />
            )}
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}

interface VersionListProps {
  readonly versions: readonly Version[]
  readonly chosen: number | undefined
  readonly onChoose: (number: number) => void
}

function VersionList({ versions, chosen, onChoose }: VersionListProps) {
  const t = useTranslations('filters.versions')
  return (
    <ul aria-label={t('list')} className="max-h-96 divide-y overflow-y-auto rounded-md border">
      {versions.map((version) => (
        <li key={version.number}>
          <button
            type="button"
            aria-pressed={version.number === chosen}
            onClick={() => onChoose(version.number)}
            className={classNames(
              'block w-full px-3 py-2 text-left outline-offset-[-2px]',
              version.number === chosen ? 'bg-accent-soft/60' : 'hover:bg-hover/60',
            )}
          >
            <VersionFacts version={version} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function VersionFacts({ version }: { readonly version: Version }) {
  const t = useTranslations('filters.versions')
  const countValues = useCountValues()
  const { kind, at, name, by, added, removed, item_count: items } = version
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-medium">
          <Time instant={at} />
        </span>
        <span className="shrink-0 text-sm tabular">
          {kind === 'deleted'
            ? t('kinds.deleted')
            : t('difference', { added: countValues(added).count, removed: countValues(removed).count })}
        </span>
      </span>
      <span className="block text-sm break-words text-muted">
        {maskPesels(name)} · {t('items', countValues(items))}
      </span>
      <span className="block text-sm break-all text-muted">{by ?? t('somebody')}</span>
    </>
  )
}

interface ChosenVersionProps {
  readonly id: string
  readonly number: number
  readonly edit: FilterEdit
  readonly onRestore: (answer: VersionAnswer, number: number) => void
}

function ChosenVersion({ id, number, edit, onRestore }: ChosenVersionProps) {
  const t = useTranslations('filters.versions')
  const { reason } = usePermission('filters.update')
  const version = useQuery(panelQuery('filterVersions.get', { params: { id, version: number } }))
  return (
    <QueryView query={version} contentName={t('whatOne')} skeleton={<SkeletonRows rows={4} />}>
      {(answer) => (
        <VersionContent
          answer={answer}
          draft={edit.draft}
          deniedReason={reason}
          onRestore={() => onRestore(answer, number)}
        />
      )}
    </QueryView>
  )
}
