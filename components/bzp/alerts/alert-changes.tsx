'use client'

import { useTranslations } from 'use-intl'

import { diffDrafts, type SavedAlertDraft } from './saved-alert-draft'
import { useDraftWords } from './use-draft-words'
import { useValueWords } from './use-filter-words'

interface AlertChangesProps {
  readonly before: SavedAlertDraft
  readonly after: SavedAlertDraft
}

/** What a save will change, line by line: `+` comes, `−` goes. */
export function AlertChanges({ before, after }: AlertChangesProps) {
  const t = useTranslations('bzp-save.changes')
  const fields = useTranslations('bzp.fields')
  const wordsOf = useDraftWords()
  const valueOf = useValueWords()
  const changes = diffDrafts(before, after)
  if (changes.length === 0) return <p className="text-sm text-muted">{t('none')}</p>
  return (
    <ul className="text-sm break-words tabular">
      {changes.map((change) =>
        change.kind === 'field' ? (
          <li key={change.field}>
            {t('field', {
              field: t(`fields.${change.field}`),
              before: wordsOf(before, change.field),
              after: wordsOf(after, change.field),
            })}
          </li>
        ) : (
          <li key={change.list}>
            {t('list', {
              list: fields(`${change.list}.label`),
              values: [
                ...change.added.map((value) => `+ ${valueOf(change.list, value)}`),
                ...change.removed.map((value) => `− ${valueOf(change.list, value)}`),
              ].join(', '),
            })}
          </li>
        ),
      )}
    </ul>
  )
}
