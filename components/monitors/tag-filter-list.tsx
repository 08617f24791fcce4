'use client'

import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Checkbox } from '@/components/ui/checkbox'
import { Popover } from '@/components/ui/popover'
import { SkeletonRows } from '@/components/ui/skeleton'
import { TextField } from '@/components/ui/text-field'
import { query } from '@/lib/client/queries'
import { foldText } from '@/lib/domain/fold'
import { formatInteger } from '@/lib/domain/format'

interface TagFilterListProps {
  readonly tags: readonly string[]
  readonly onChange: (tags: readonly string[]) => void
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** All tags in use, with how many monitors carry each. */
export function TagFilterList({ tags, onChange, triggerRef, onClose }: TagFilterListProps) {
  const t = useTranslations('monitors.filters')
  const locale = useLocale()
  const facet = useQuery(query('monitors.tags', {}))
  const [text, setText] = useState('')
  const toggle = (tag: string, isOn: boolean) => onChange(isOn ? [...tags, tag] : tags.filter((each) => each !== tag))
  return (
    <Popover label={t('tag')} triggerRef={triggerRef} isOpen onOpenChange={onClose} className="w-72">
      <TextField
        label={t('tagSearch')}
        isLabelHidden
        placeholder={t('tagSearch')}
        value={text}
        autoFocus
        onChange={(event) => setText(event.target.value)}
      />
      <QueryView
        query={facet}
        what={t('tag')}
        skeleton={<SkeletonRows rows={4} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className="mt-3 text-muted">{t('tagEmpty')}</p>}
      >
        {({ items }) => {
          const found = items.filter(({ tag = '' }) => foldText(tag).includes(foldText(text)))
          return (
            <>
              <ul className="-mx-1 mt-2 max-h-72 overflow-y-auto px-1">
                {found.map(({ tag = '', monitors }) => (
                  <li key={tag} className="flex items-center justify-between gap-3 py-0.5">
                    <Checkbox
                      checked={tags.includes(tag)}
                      onChange={(event) => toggle(tag, event.target.checked)}
                      className="min-w-0 flex-1"
                    >
                      <span className="truncate">{tag}</span>
                    </Checkbox>
                    {monitors !== undefined && (
                      <span className="text-sm text-muted tabular">{formatInteger(monitors, locale)}</span>
                    )}
                  </li>
                ))}
              </ul>
              {found.length === 0 && <p className="mt-1 text-muted">{t('tagNone')}</p>}
              <p className="mt-2 text-xs text-muted">{t('tagAnd')}</p>
            </>
          )
        }}
      </QueryView>
    </Popover>
  )
}
