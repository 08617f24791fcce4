'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { DialogButton } from '@/components/ui/overlay/dialog-button'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import { changedValues, diffDraft, toFilterDraft, type FilterRecord } from '../draft/filter-draft'
import { valueLabel } from '../draft/value-label'
import type { FilterEdit } from '../editor/use-filter-draft'

const loadDialog = async () => (await import('./conflict-dialog')).ConflictDialog
const ConflictDialog = lazyComponent(loadDialog)

interface ConflictBannerProps {
  readonly edit: FilterEdit
  readonly theirs: FilterRecord
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Shown when another user saved this filter during the edit: names who changed what and when, and offers a choice. */
export function ConflictBanner({ edit, theirs, onKeepMine, onTakeTheirs }: ConflictBannerProps) {
  const t = useTranslations('filters.conflict')
  const countValues = useCountValues()
  const { saved } = edit
  const author = useAuthor(theirs.id)
  const now = toFilterDraft(theirs)
  const { added, removed, isRenamed } = diffDraft(saved, now)
  const name = maskPesels(now.name)
  const hasValues = added + removed > 0
  const whatChanged = hasValues
    ? t('diff', { added: countValues(added).count, removed: countValues(removed).count })
    : isRenamed
      ? t('onlyRenamed', { name })
      : t('same')
  return (
    <Banner tone="warn">
      <p>
        {t(author.kind, author)}{' '}
        {theirs.updated_at !== undefined && <Time instant={theirs.updated_at} format="relative" />}
      </p>
      <p className="text-sm">{whatChanged}</p>
      <ul className="text-sm break-words">
        {isRenamed && hasValues && <li>{t('renamed', { name })}</li>}
        {filterLists.map((list) => (
          <ListChange key={list} list={list} {...changedValues(saved.content[list], now.content[list])} />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <DialogButton
          size="sm"
          variant="primary"
          preloadDialog={loadDialog}
          renderDialog={(close) => <ConflictDialog {...{ edit, theirs, onKeepMine, onTakeTheirs }} onClose={close} />}
        >
          {t('compare')}
        </DialogButton>
        <Button size="sm" onClick={onTakeTheirs}>
          {t('theirs')}
        </Button>
        <Button size="sm" onClick={onKeepMine}>
          {t('mine')}
        </Button>
      </div>
    </Banner>
  )
}

type Author = { readonly kind: 'own' | 'text' } | { readonly kind: 'by'; readonly who: string }

/**
 * Finds who saved the filter last, from the audit log if the user may read it; changes made with an API key are not in
 * it.
 */
function useAuthor(filterId: string): Author {
  const { email } = useViewer()
  const { allowed } = usePermission('audit.list')
  const input = { query: { target: filterId, limit: 1 } }
  const newest = useQuery({ ...panelQuery('audit.list', input), enabled: allowed, staleTime: 0 }).data?.items[0]
  if (newest?.action !== 'filters.update') return { kind: 'text' }
  return newest.actor === email ? { kind: 'own' } : { kind: 'by', who: newest.actor }
}

interface ListChangeProps {
  readonly list: FilterListName
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

const MAX_VALUES = 6

function ListChange({ list, added, removed }: ListChangeProps) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  if (added.length + removed.length === 0) return null
  const signed = [...added.map((value) => ['+', value] as const), ...removed.map((value) => ['−', value] as const)]
  const shown = signed.slice(0, MAX_VALUES).map(([sign, value]) => `${sign} ${valueLabel(list, value, false)}`)
  const more = signed.length - shown.length
  return (
    <li className="tabular">
      {t(`lists.${list}`)}: {shown.join(', ')}
      {more > 0 && ` ${t('conflict.more', { count: countValues(more).count })}`}
    </li>
  )
}
