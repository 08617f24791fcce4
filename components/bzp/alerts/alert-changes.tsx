'use client'

import { useTranslations, useLocale } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { recipientsOf } from '@/components/shared/rules/rule-draft'
import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatDateTime, formatInteger, formatZloty } from '@/lib/domain/format/format'

import { diffDrafts, type DraftChange, type SavedAlertDraft } from './saved-alert-draft'
import { useValueWords } from './use-filter-words'

const weekdayKeys = ['0', '1', '2', '3', '4', '5', '6'] as const

type Field = Extract<DraftChange, { kind: 'field' }>['field']

function useDraftWords(): (draft: SavedAlertDraft, field: Field) => string {
  const t = useTranslations('bzp-save')
  const days = useTranslations('rules-form.weekdays')
  const locale = useLocale()
  const countValues = useCountValues()
  const noValue = t('changes.nothing')
  const amount = (value: number | null) => (value === null ? noValue : formatZloty(value, locale))
  const words: Readonly<Record<Field, (draft: SavedAlertDraft) => string>> = {
    name: ({ name }) => (name.trim() === '' ? noValue : `„${name.trim()}”`),
    isTeam: ({ is_team: isTeam }) => t(isTeam ? 'visibility.team' : 'visibility.own'),
    delivery: ({ timing }) => t(`delivery.${timing}`),
    hour: ({ digest_hour: hour }) => `${hour}:00`,
    weekday: ({ weekday }) => days(weekdayKeys[weekday] ?? '1'),
    workingDays: ({ working_days_only: isOnly }) => t(isOnly ? 'changes.yes' : 'changes.no'),
    quiet: ({ quiet }) => (quiet === null ? noValue : `${quiet.from}–${quiet.to}`),
    recipients: (draft) => t('changes.people', countValues(recipientsOf(draft).length)),
    mutedUntil: ({ muted_until: until }) => (until === null ? noValue : formatDateTime(until, locale)),
    value_from: ({ condition }) => amount(condition.filter.value_from),
    value_to: ({ condition }) => amount(condition.filter.value_to),
    min_days_to_offer: ({ condition }) => {
      const { min_days_to_offer: minDays } = condition.filter
      return minDays === null ? noValue : formatInteger(minDays, locale)
    },
  }
  return (draft, field) => words[field](draft)
}

interface AlertChangesProps {
  readonly before: SavedAlertDraft
  readonly after: SavedAlertDraft
}

/** Lists what a save will change, one line each: `+` for added, `−` for removed. */
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

/** Shown when another user saved this alert during the edit: the differences between both versions, and the choice. */
export function AlertConflict({ mine, theirs, onTakeTheirs, onKeepMine }: AlertConflictProps) {
  const t = useTranslations('bzp-save.conflict')
  const valueOf = useValueWords()
  const changes = diffDrafts(theirs, mine)
  const ofList = ({ list, added, removed }: ListChange) => {
    const valueNames = (values: readonly string[]) => values.map((value) => valueOf(list, value)).join(', ')
    const parts = [
      added.length > 0 && t('onlyMine', { values: valueNames(added) }),
      removed.length > 0 && t('onlyTheirs', { values: valueNames(removed) }),
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
  /** Receives the field's name and its text in both drafts. */
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
