'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'

import { diffDrafts, type DraftChange, type SavedAlertDraft } from './saved-alert-draft'
import { useDraftWords } from './use-draft-words'
import { useValueWords } from './use-filter-words'

interface AlertChangesProps {
  readonly before: SavedAlertDraft
  readonly after: SavedAlertDraft
}

/** What a save will change, line by line: `+` comes, `−` goes. */
export function AlertChanges({ before, after }: AlertChangesProps) {
  const t = useTranslations('bzp-save.changes')
  const valueOf = useValueWords()
  const changes = diffDrafts(before, after)
  if (changes.length === 0) return <p className="text-sm text-muted">{t('none')}</p>
  return (
    <ChangeLines
      changes={changes}
      drafts={[before, after]}
      ofField={(field, [was, is]) => t('field', { field, before: was, after: is })}
      ofList={({ list, added, removed }) =>
        [
          ...added.map((value) => `+ ${valueOf(list, value)}`),
          ...removed.map((value) => `− ${valueOf(list, value)}`),
        ].join(', ')
      }
    />
  )
}

interface AlertConflictProps {
  readonly mine: SavedAlertDraft
  readonly theirs: SavedAlertDraft
  readonly onTakeTheirs: () => void
  readonly onKeepMine: () => void
}

/** Somebody else saved this alert meanwhile: both versions where they differ, and the choice. */
export function AlertConflict({ mine, theirs, onTakeTheirs, onKeepMine }: AlertConflictProps) {
  const t = useTranslations('bzp-save.conflict')
  const valueOf = useValueWords()
  const changes = diffDrafts(theirs, mine)
  const ofList = ({ list, added, removed }: ListChange) => {
    const named = (values: readonly string[]) => values.map((value) => valueOf(list, value)).join(', ')
    const parts = [
      added.length > 0 && t('onlyMine', { values: named(added) }),
      removed.length > 0 && t('onlyTheirs', { values: named(removed) }),
    ]
    return parts.filter((part) => part !== false).join('; ')
  }
  return (
    <Banner tone="warn">
      <p>{t(changes.length === 0 ? 'same' : 'text')}</p>
      <ChangeLines
        changes={changes}
        drafts={[mine, theirs]}
        ofField={(field, words) => t('line', { field, mine: words[0], theirs: words[1] })}
        ofList={ofList}
      />
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

type ListChange = Extract<DraftChange, { kind: 'list' }>

interface ChangeLinesProps {
  readonly changes: readonly DraftChange[]
  readonly drafts: readonly [SavedAlertDraft, SavedAlertDraft]
  /** Given the field's name, and what stands in it in either draft. */
  readonly ofField: (field: string, words: readonly [string, string]) => string
  readonly ofList: (change: ListChange) => string
}

function ChangeLines({ changes, drafts: [first, second], ofField, ofList }: ChangeLinesProps) {
  const t = useTranslations('bzp-save.changes')
  const lists = useTranslations('bzp.fields')
  const wordsOf = useDraftWords()
  return (
    <ul className="text-sm break-words tabular">
      {changes.map((change) =>
        change.kind === 'field' ? (
          <li key={change.field}>
            {ofField(t(`fields.${change.field}`), [wordsOf(first, change.field), wordsOf(second, change.field)])}
          </li>
        ) : (
          <li key={change.list}>{t('list', { list: lists(`${change.list}.label`), values: ofList(change) })}</li>
        ),
      )}
    </ul>
  )
}
