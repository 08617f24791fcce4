'use client'

import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { TagField } from '@/components/ui/tag-field'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'
import { foldText } from '@/lib/domain/fold'
import { MAX_TAG_LENGTH, MAX_TAGS, type TagChange, tidyTags } from '@/lib/domain/tags'

import type { TagMode } from './bulk-actions'
import { type SelectionStore, useSelection } from './selection-store'
import { planTagChange, type TagPlan } from './tag-plan'

interface TagPopoverProps {
  readonly mode: TagMode
  readonly store: SelectionStore
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly onConfirm: (plan: TagPlan, change: TagChange) => void
}

interface KnownTag {
  readonly tag: string
  readonly monitors: number
}
const SUGGESTED = 8
const QUICK = 6
const noTags: readonly KnownTag[] = []

/** When adding: all tags in use. When removing: only those that the selected monitors carry. */
function useKnownTags(mode: TagMode, chosen: ReadonlyMap<string, readonly string[]>): readonly KnownTag[] {
  const { data } = useQuery({ ...query('monitors.tags', {}), enabled: mode === 'add' })
  return useMemo(() => {
    if (mode === 'add') return data?.items.map(({ tag = '', monitors = 0 }) => ({ tag, monitors })) ?? noTags
    const counts = new Map<string, number>()
    for (const tags of chosen.values()) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
    return [...counts].map(([tag, monitors]) => ({ tag, monitors })).sort((a, b) => b.monitors - a.monitors)
  }, [mode, data, chosen])
}

function useSuggest(known: readonly KnownTag[]) {
  const t = useTranslations('monitors.tags')
  const counted = useCountValues()
  const describe = ({ tag, monitors }: KnownTag) => ({ value: tag, label: tag, hint: t('monitors', counted(monitors)) })
  // Stable while the tags are: the field asks again when the function changes.
  return useCallback(
    (text: string) =>
      Promise.resolve(
        known
          .filter(({ tag }) => foldText(tag).includes(foldText(text)))
          .slice(0, SUGGESTED)
          .map(describe),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the words change only with the language, which reloads the page
    [known],
  )
}

interface FigureProps {
  readonly label: string
  readonly count: number
  readonly isWarning?: boolean
}

function Figure({ label, count, isWarning = false }: FigureProps) {
  const counted = useCountValues()
  return (
    <div className={isWarning ? 'flex justify-between gap-3 py-1 text-warn-ink' : 'flex justify-between gap-3 py-1'}>
      <dt>{label}</dt>
      <dd className="font-semibold tabular">{counted(count).count}</dd>
    </div>
  )
}

function Preview({ plan, mode }: { readonly plan: TagPlan; readonly mode: TagMode }) {
  const t = useTranslations('monitors.tags')
  return (
    <div role="status" className="mt-3">
      <p className="text-sm text-muted">{t('preview')}</p>
      <dl>
        <Figure label={t('changing')} count={plan.changing.length} />
        <Figure label={t(mode === 'add' ? 'sameAdd' : 'sameRemove')} count={plan.same} />
        {plan.refused > 0 && <Figure label={t('refused', { max: MAX_TAGS })} count={plan.refused} isWarning />}
      </dl>
    </div>
  )
}

interface QuickTagsProps {
  readonly known: readonly KnownTag[]
  readonly chosen: readonly string[]
  readonly onPick: (tag: string) => void
}

/** The likeliest tags, one press away. */
function QuickTags({ known, chosen, onPick }: QuickTagsProps) {
  const rest = known.filter(({ tag }) => !chosen.includes(tag)).slice(0, QUICK)
  return (
    <div className="mt-2 flex flex-wrap gap-1">
      {rest.map(({ tag }) => (
        <button
          key={tag}
          type="button"
          onClick={() => onPick(tag)}
          className="min-h-6 max-w-40 truncate rounded-sm border border-dashed border-edge/60 px-1.5 text-sm text-muted hover:bg-hover"
        >
          {tag}
        </button>
      ))}
    </div>
  )
}

/** Tags for the selected monitors, with a dry run in numbers before anything is sent. */
export function TagPopover({ mode, store, triggerRef, onClose, onConfirm }: TagPopoverProps) {
  const t = useTranslations('monitors.tags')
  const common = useTranslations('common')
  const counted = useCountValues()
  const { chosen } = useSelection(store)
  const [tags, setTags] = useState<readonly string[]>([])
  const field = useRef<HTMLDivElement>(null)
  // After the popover has put the focus on itself.
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  const known = useKnownTags(mode, chosen)
  const suggest = useSuggest(known)
  const tooLong = tags.find((tag) => tag.length > MAX_TAG_LENGTH)
  const change: TagChange = mode === 'add' ? { add: tags } : { remove: tags }
  const plan = useMemo(
    () =>
      planTagChange(
        [...chosen].map(([id, present]) => ({ id, tags: present })),
        mode === 'add' ? { add: tags } : { remove: tags },
      ),
    [chosen, tags, mode],
  )
  const count = plan.changing.length
  const reason = tags.length === 0 ? t('pick') : count === 0 ? t('nothing') : undefined
  const confirm = () => {
    onClose()
    onConfirm(plan, change)
  }
  return (
    <Popover
      label={t(mode === 'add' ? 'addTitle' : 'removeTitle', counted(chosen.size))}
      triggerRef={triggerRef}
      isOpen
      onOpenChange={onClose}
      placement="bottom end"
    >
      <h3 className="mb-2 font-semibold">{t(mode === 'add' ? 'addTitle' : 'removeTitle', counted(chosen.size))}</h3>
      <div ref={field}>
        <TagField
          label={t('field')}
          isLabelHidden
          values={tags}
          onChange={(values) => setTags(tidyTags(values))}
          placeholder={t('placeholder')}
          suggest={suggest}
          isFreeText={mode === 'add'}
          error={tooLong === undefined ? undefined : t('tooLong', { tag: tooLong.slice(0, 20), max: MAX_TAG_LENGTH })}
        />
      </div>
      <QuickTags known={known} chosen={tags} onPick={(tag) => setTags(tidyTags([...tags, tag]))} />
      {tags.length > 0 && <Preview plan={plan} mode={mode} />}
      <div className="mt-3 flex justify-end gap-2">
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button variant="primary" disabledReason={tooLong === undefined ? reason : t('pick')} onClick={confirm}>
          {t(mode === 'add' ? 'confirmAdd' : 'confirmRemove', counted(count))}
        </Button>
      </div>
    </Popover>
  )
}
