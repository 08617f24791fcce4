'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import { filterLists } from '@/lib/domain/filter-lists'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import type { FilterDraft } from '../draft/filter-draft'
import { valueLabel } from '../draft/value-label'
import { changesOf, type VersionListChange, restoredDraft, type VersionAnswer } from './version-difference'

interface VersionContentProps {
  readonly answer: VersionAnswer
  readonly draft: FilterDraft
  readonly deniedReason: string | undefined
  readonly onRestore: () => void
}

/** Read-only users have no draft, so the texts differ. */
const messageKeysFor = (hasDraft: boolean) =>
  hasDraft
    ? ({ missing: 'versions.missing', changes: 'versions.changes', same: 'versions.same' } as const)
    : ({ missing: 'versions.missingRead', changes: 'versions.changesRead', same: 'versions.sameRead' } as const)

export function VersionContent({ answer, draft, deniedReason, onRestore }: VersionContentProps) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const { content, missing_lists: missing } = answer
  const restored = restoredDraft(draft, answer)
  const changes = changesOf(draft, restored)
  const isRenamed = restored.name.trim() !== draft.name.trim()
  const isSame = changes.length === 0 && !isRenamed
  const words = messageKeysFor(deniedReason === undefined)
  const nonEmptyLists = filterLists.filter((list) => content[list].length > 0)
  return (
    <section aria-label={t('versions.one')} className="min-w-0">
      <h3 className="font-medium break-words">{maskPesels(answer.name)}</h3>
      <p className="text-sm text-muted tabular">
        {nonEmptyLists.length === 0
          ? t('versions.empty')
          : nonEmptyLists.map((list) => `${t(`short.${list}`)} ${countValues(content[list].length).count}`).join(' · ')}
      </p>
      {missing.length > 0 && (
        <p className="mt-2 text-sm text-warn-ink">
          {t(words.missing, {
            lists: missing.map((list) => t(`lists.${list}`)).join(', '),
          })}
        </p>
      )}
      <h4 className="mt-3 font-medium">{t(words.changes)}</h4>
      {isSame && <p className="text-muted">{t(words.same)}</p>}
      {isRenamed && <p className="break-words">{t('versions.renamed', { name: maskPesels(restored.name) })}</p>}
      <ul className="grid gap-1.5">
        {changes.map((change) => (
          <Change key={change.list} change={change} />
        ))}
      </ul>
      <div className="mt-3">
        <Button
          variant="primary"
          disabledReason={deniedReason ?? (isSame ? t(words.same) : undefined)}
          onClick={onRestore}
        >
          {t('versions.restore')}
        </Button>
      </div>
    </section>
  )
}

const MAX_SHOWN = 12

function Change({ change: { list, added, removed } }: { readonly change: VersionListChange }) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const signed = [...added.map((value) => ['+', value] as const), ...removed.map((value) => ['−', value] as const)]
  const more = signed.length - MAX_SHOWN
  return (
    <li>
      <p className="tabular">
        {t(`lists.${list}`)}:{' '}
        {t('versions.difference', {
          added: countValues(added.length).count,
          removed: countValues(removed.length).count,
        })}
      </p>
      <p className="text-sm break-words text-muted tabular">
        {signed
          .slice(0, MAX_SHOWN)
          .map(([sign, value]) => `${sign} ${valueLabel(list, value, false)}`)
          .join(', ')}
        {more > 0 && ` ${t('conflict.more', { count: countValues(more).count })}`}
      </p>
    </li>
  )
}
