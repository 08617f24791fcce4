'use client'

import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { splitTypedTags } from '@/components/ui/inputs/tag-text'
import { TextField } from '@/components/ui/inputs/text-field'
import { useCountValues } from '@/components/ui/use-count-values'
import { MAX_TAG_LENGTH, tidyTags } from '@/lib/domain/tags/tags'

import { checkboxState, findTags, pressTag, type TagDraft, type TagRow } from './bulk-tag-draft'

/** The maximum number of rows shown; the search finds the others. */
const MAX_SHOWN = 60

interface BulkTagListProps {
  readonly rows: readonly TagRow[]
  /** False while the counts are loading: `children` is shown instead, and tags can be typed. */
  readonly isCounted: boolean
  readonly total: number
  readonly draft: TagDraft
  readonly onChange: (draft: TagDraft) => void
  readonly children: ReactNode
}

/** The up and down arrows move between the search and the checkboxes. */
function moveAmongBoxes(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const boxes = [...event.currentTarget.querySelectorAll('input')]
  const next = boxes[boxes.findIndex((box) => box === document.activeElement) + step]
  event.preventDefault()
  next?.focus()
}

/** The text of the search, its matches and the new tags that it would create. */
function useTagSearch({ rows, draft, onChange }: Pick<BulkTagListProps, 'rows' | 'draft' | 'onChange'>) {
  const [text, setText] = useState('')
  const found = findTags(rows, text)
  const typed = tidyTags(splitTypedTags(text))
  const newTags = typed.filter((tag) => !rows.some((row) => row.tag === tag))
  const isTooLong = typed.some((tag) => tag.length > MAX_TAG_LENGTH)
  const add = (tags: readonly string[]) => {
    const isMissing = (tag: string) => rows.find((row) => row.tag === tag)?.mark !== 'all'
    onChange(new Map([...draft, ...tags.filter(isMissing).map((tag) => [tag, 'add'] as const)]))
    setText('')
  }
  /** Enter adds the typed text; part of a tag's name selects the first match. */
  const commit = () => {
    const isPart = typed.length === 1 && newTags.length === 1 && found.length > 0
    if (!isTooLong && typed.length > 0) add(isPart ? found.slice(0, 1).map(({ tag }) => tag) : typed)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    commit()
  }
  return { text, setText, found, newTags: isTooLong ? [] : newTags, isTooLong, add, onKeyDown }
}

/** The tags of the selection with their state (all, some or none), and a search that can also create tags. */
export function BulkTagList({ rows, isCounted, total, draft, onChange, children }: BulkTagListProps) {
  const t = useTranslations('bulk-tags')
  const search = useTagSearch({ rows, draft, onChange })
  const { found, newTags } = search
  return (
    <div role="presentation" onKeyDown={moveAmongBoxes}>
      <TextField
        label={t('search')}
        isLabelHidden
        placeholder={t('search')}
        value={search.text}
        autoFocus
        autoComplete="off"
        error={search.isTooLong ? t('tooLong', { max: MAX_TAG_LENGTH }) : undefined}
        start={<Icon name="search" size={14} />}
        onChange={(event) => search.setText(event.target.value)}
        onKeyDown={search.onKeyDown}
      />
      {newTags.length > 0 && (
        <button
          type="button"
          onClick={() => search.add(newTags)}
          className="mt-1 flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left text-accent-ink hover:bg-hover"
        >
          <Icon name="plus" size={14} className="shrink-0" />
          <span className="min-w-0 truncate">{t('create', { tag: newTags.join(', ') })}</span>
        </button>
      )}
      {isCounted ? (
        <>
          <ul aria-label={t('list')} className="mt-1 max-h-60 overflow-y-auto rounded-md border px-1 py-1 empty:hidden">
            {found.slice(0, MAX_SHOWN).map((row) => (
              <TagLine
                key={row.tag}
                row={row}
                total={total}
                draft={draft}
                onPress={() => onChange(pressTag(draft, row))}
              />
            ))}
          </ul>
          <FoundText rows={rows.length} found={found.length} created={newTags.length} />
        </>
      ) : (
        <div className="mt-1">{children}</div>
      )}
    </div>
  )
}

function FoundText({ rows, found, created }: Readonly<Record<'rows' | 'found' | 'created', number>>) {
  const t = useTranslations('bulk-tags')
  const countValues = useCountValues()
  return (
    <p role="status" className="mt-1 text-sm text-muted empty:hidden">
      {rows === 0 && t('none')}
      {rows > 0 && found === 0 && created === 0 && t('noMatch')}
      {found > MAX_SHOWN && t('more', countValues(found - MAX_SHOWN))}
    </p>
  )
}

type LineProps = Pick<BulkTagListProps, 'total' | 'draft'> & { readonly row: TagRow; readonly onPress: () => void }

function TagLine({ row, total, draft, onPress }: LineProps) {
  const t = useTranslations('bulk-tags')
  const countValues = useCountValues()
  const box = checkboxState(draft, row)
  const choice = draft.get(row.tag)
  const carried = { count: countValues(row.monitorCount).count, total: countValues(total).count }
  return (
    <li className="flex items-center gap-3 rounded-sm px-1.5 hover:bg-hover">
      <Checkbox
        checked={box === 'on'}
        isIndeterminate={box === 'mixed'}
        onChange={onPress}
        className="min-w-0 flex-1 py-0.5"
      >
        <span className="min-w-0 truncate">{row.tag}</span>
      </Checkbox>
      {choice !== undefined && (
        <Badge tone={choice === 'add' ? 'accent' : 'warn'}>{t(choice === 'add' ? 'willAdd' : 'willRemove')}</Badge>
      )}
      <span className="shrink-0 text-sm text-muted tabular">
        {row.mark === 'none' ? t('carryNone') : row.mark === 'all' ? t('carryAll') : t('carry', carried)}
      </span>
    </li>
  )
}
