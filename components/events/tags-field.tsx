'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { TagField } from '@/components/ui/inputs/tag-field'
import { query } from '@/lib/client/queries'
import { foldText } from '@/lib/domain/fold'

interface TagsFieldProps {
  readonly label: string
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

const SHOWN = 8

/** Tags in use are suggested where the service tells them; any other can be typed. */
export function TagsField({ label, values, onChange }: TagsFieldProps) {
  const t = useTranslations('events.filters')
  const client = useQueryClient()
  const { mode } = useViewer()
  const suggest = useCallback(
    async (text: string) => {
      const { items } = await client.fetchQuery({ ...query('monitors.tags', {}), staleTime: 60_000 })
      const wanted = foldText(text)
      const matching = items.flatMap(({ tag }) => (tag && foldText(tag).includes(wanted) ? [tag] : []))
      return matching.slice(0, SHOWN).map((tag) => ({ value: tag, label: tag }))
    },
    [client],
  )
  return (
    <TagField
      label={label}
      isLabelHidden
      placeholder={t('tagPlaceholder')}
      values={values}
      onChange={onChange}
      max={10}
      suggest={mode === 'embedded' ? suggest : undefined}
    />
  )
}
