'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { TagField } from '@/components/ui/tag-field'
import { TextArea } from '@/components/ui/text-area'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'
import { foldText } from '@/lib/domain/fold'
import { MAX_TAG_LENGTH, MAX_TAGS, tidyTags } from '@/lib/domain/tags'

import { countVerdicts } from './parse-identifiers'
import { PasteFailure } from './paste-failure'
import { PasteReview } from './paste-review'
import type { Paste } from './use-paste'
import { usePlaces } from './use-places'

const SUGGESTED = 8

function useTagSuggest() {
  const { data } = useQuery(query('monitors.tags', {}))
  const items = data?.items
  return useCallback(
    (text: string) => {
      const names = items?.map(({ tag = '' }) => tag) ?? []
      const found = names.filter((tag) => foldText(tag).includes(foldText(text))).slice(0, SUGGESTED)
      return Promise.resolve(found.map((tag) => ({ value: tag, label: tag })))
    },
    [items],
  )
}

function PlacesNote({ count }: { readonly count: number }) {
  const t = useTranslations('monitors.paste')
  const counted = useCountValues()
  const places = usePlaces()
  if (places === undefined) return null
  const values = { free: counted(places.free).count, limit: counted(places.limit).count, count: counted(count).count }
  if (places.free === 0) return <Banner tone="warn">{t('placesNone', values)}</Banner>
  if (count > places.free) return <Banner tone="warn">{t('placesOver', values)}</Banner>
  return <p className="text-sm text-muted tabular">{t('places', values)}</p>
}

export function PasteEditor({ paste }: { readonly paste: Paste }) {
  const t = useTranslations('monitors.paste')
  const { text, setText, tags, setTags, rows, error } = paste
  const suggest = useTagSuggest()
  const isBusy = paste.jobs.job !== undefined
  return (
    <div className="grid gap-4">
      {error !== undefined && <PasteFailure error={error} />}
      <div className="grid gap-4 md:grid-cols-2">
        <div className="grid content-start gap-4">
          <TextArea
            label={t('field')}
            hint={t('hint')}
            placeholder={t('placeholder')}
            autoFocus
            rows={12}
            spellCheck={false}
            autoComplete="off"
            readOnly={isBusy}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="font-mono text-sm"
          />
          <TagField
            label={t('tags')}
            hint={t('tagsHint')}
            isOptional
            values={tags}
            onChange={(values) => setTags(tidyTags(values.map((tag) => tag.slice(0, MAX_TAG_LENGTH))))}
            max={MAX_TAGS}
            suggest={suggest}
          />
        </div>
        <div className="grid min-w-0 content-start gap-3">
          <PasteReview paste={paste} />
          <PlacesNote count={countVerdicts(rows).ok} />
        </div>
      </div>
    </div>
  )
}
