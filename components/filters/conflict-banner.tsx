'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import type { FilterListName } from '@/lib/contract/filters'

import { keepEditorFocus } from './editor-focus'
import { changedValues, diffDraft, toFilterDraft, type FilterDraft, type FilterRecord } from './filter-draft'
import { shownFilterLists } from './filter-lists'
import { shownLabel } from './value-label'

interface ConflictBannerProps {
  readonly saved: FilterDraft
  readonly theirs: FilterRecord
  readonly onTakeTheirs: () => void
  readonly onKeepMine: () => void
}

/** Somebody else saved this filter meanwhile: says who, when and what, and leaves the choice. */
export function ConflictBanner({ saved, theirs, onTakeTheirs, onKeepMine }: ConflictBannerProps) {
  const t = useTranslations('filters.conflict')
  const counted = useCountValues()
  const takeTheirs = () => {
    onTakeTheirs()
    keepEditorFocus()
  }
  const author = useAuthor(theirs.id)
  const now = toFilterDraft(theirs)
  const { added, removed, isRenamed } = diffDraft(saved, now)
  return (
    <Banner
      tone="warn"
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={takeTheirs}>
            {t('theirs')}
          </Button>
          <Button size="sm" onClick={onKeepMine}>
            {t('mine')}
          </Button>
        </span>
      }
    >
      <p>
        {t(author.kind, author)}{' '}
        {theirs.updated_at !== undefined && <Time instant={theirs.updated_at} format="relative" />}
      </p>
      <p className="text-sm">{t('diff', { added: counted(added).count, removed: counted(removed).count })}</p>
      <ul className="text-sm break-words">
        {isRenamed && <li>{t('renamed', { name: now.name })}</li>}
        {shownFilterLists.map((list) => (
          <ListChange key={list} list={list} {...changedValues(saved.content[list], now.content[list])} />
        ))}
      </ul>
    </Banner>
  )
}

type Author = { readonly kind: 'own' | 'text' } | { readonly kind: 'by'; readonly who: string }

/** Who saved it last, by the audit log where it may be read; a change with an API key does not stand there. */
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

const SHOWN = 6

function ListChange({ list, added, removed }: ListChangeProps) {
  const t = useTranslations('filters')
  const counted = useCountValues()
  if (added.length + removed.length === 0) return null
  const signed = [...added.map((value) => ['+', value] as const), ...removed.map((value) => ['−', value] as const)]
  const shown = signed.slice(0, SHOWN).map(([sign, value]) => `${sign} ${shownLabel(list, value, false)}`)
  const more = signed.length - shown.length
  return (
    <li className="tabular">
      {t(`lists.${list}`)}: {shown.join(', ')}
      {more > 0 && ` ${t('conflict.more', { count: counted(more).count })}`}
    </li>
  )
}
