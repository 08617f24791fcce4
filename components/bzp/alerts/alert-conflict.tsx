'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'

import { diffDrafts, type DraftChange, type SavedAlertDraft } from './saved-alert-draft'
import { useDraftWords } from './use-draft-words'
import { useValueWords } from './use-filter-words'

interface AlertConflictProps {
  readonly mine: SavedAlertDraft
  readonly theirs: SavedAlertDraft
  readonly onTakeTheirs: () => void
  readonly onKeepMine: () => void
}

/** Somebody else saved this alert meanwhile: both versions where they differ, and the choice. */
export function AlertConflict({ mine, theirs, onTakeTheirs, onKeepMine }: AlertConflictProps) {
  const t = useTranslations('bzp-save.conflict')
  const changes = diffDrafts(theirs, mine)
  return (
    <Banner tone="warn">
      <p>{t(changes.length === 0 ? 'same' : 'text')}</p>
      <ul className="text-sm break-words tabular">
        {changes.map((change) => (
          <ConflictLine
            key={change.kind === 'field' ? change.field : change.list}
            change={change}
            mine={mine}
            theirs={theirs}
          />
        ))}
      </ul>
      <span className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={onTakeTheirs}>
          {t('theirs')}
        </Button>
        <Button size="sm" onClick={onKeepMine}>
          {t('mine')}
        </Button>
      </span>
    </Banner>
  )
}

interface ConflictLineProps extends Pick<AlertConflictProps, 'mine' | 'theirs'> {
  readonly change: DraftChange
}

function ConflictLine({ change, mine, theirs }: ConflictLineProps) {
  const t = useTranslations('bzp-save')
  const fields = useTranslations('bzp.fields')
  const wordsOf = useDraftWords()
  const valueOf = useValueWords()
  if (change.kind === 'field') {
    const { field } = change
    const words = { mine: wordsOf(mine, field), theirs: wordsOf(theirs, field) }
    return <li>{t('conflict.line', { field: t(`changes.fields.${field}`), ...words })}</li>
  }
  const { list, added, removed } = change
  const named = (values: readonly string[]) => values.map((value) => valueOf(list, value)).join(', ')
  const parts = [
    added.length > 0 && t('conflict.onlyMine', { values: named(added) }),
    removed.length > 0 && t('conflict.onlyTheirs', { values: named(removed) }),
  ].filter((part) => part !== false)
  return <li>{t('changes.list', { list: fields(`${list}.label`), values: parts.join('; ') })}</li>
}
