'use client'
import { useTranslations } from 'use-intl'

import { saveCsv } from '@/components/ui/save-file'

import type { Refusal } from './job'
import { useImport } from './use-import'

/** Reasons with words of their own; `ambiguous` is one that a person has not decided. */
export const reasonKeys = [
  'empty',
  'length',
  'format',
  'all_zero',
  'checksum',
  'birth_date',
  'nil',
  'regon',
  'unknown',
  'rounded',
  'label_length',
  'tag_length',
  'tags_many',
  'masked',
  'ambiguous',
] as const

/** The rows that were not taken, as a file that can be put right and read again. */
export function useRejectedFile(): (refused: readonly Refusal[]) => Promise<void> {
  const t = useTranslations('monitor-import')
  const { session } = useImport()
  return async (refused) => {
    const reasons = Object.fromEntries(reasonKeys.map((key) => [key, t(`faults.${key}`)]))
    const header = [t('files.line'), t('files.reason')]
    saveCsv(t('files.rejected'), await session.ask('rejected', { header, reasons, refused }))
  }
}
