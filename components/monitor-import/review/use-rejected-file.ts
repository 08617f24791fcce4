'use client'
import { useTranslations } from 'use-intl'

import { saveCsv } from '@/components/ui/save-file'
import { identifierTypes } from '@/lib/domain/identifiers/identifiers'

import type { RefusedItem } from '../job/job'
import type { InvalidReason } from '../judge/judge-row'
import type { ReasonTexts } from '../session/import-service'
import { COUNTRY_PLACE, LINE_PLACE } from '../session/to-rejection'
import { useImport } from '../use-import'

/** Reasons with words of their own; `ambiguous` is one that a person has not decided. */
const reasonKeys = [
  'empty',
  'length',
  'format',
  'all_zero',
  'prefix',
  'checksum',
  'birth_date',
  'nil',
  'is_nip',
  'none',
  'date',
  'words',
  'eu',
  'foreign',
  'country',
  'regon_zero',
  'regon',
  'digits',
  'several',
  'unknown',
  'rounded',
  'label_length',
  'tag_length',
  'tags_many',
  'masked',
  'filter',
  'ambiguous',
] as const satisfies readonly (InvalidReason | 'ambiguous')[]

const kinds = [...identifierTypes, 'other'] as const

/** Why a row is not sent, in words, for the worker to choose from. */
export function useReasonTexts(): ReasonTexts {
  const t = useTranslations('monitor-import')
  const kindsOf = (key: (typeof reasonKeys)[number]) =>
    kinds.map((kind): [string, string] => [`${kind}:${key}`, t(`faults.${key}`, { kind, country: COUNTRY_PLACE })])
  return {
    ...Object.fromEntries(reasonKeys.flatMap(kindsOf)),
    'other:repeated': t('review.repeatedOf', { line: LINE_PLACE }),
  }
}

/** The rows that were not taken, as a file that can be put right and read again. */
export function useRejectedFile(): (refused: readonly RefusedItem[]) => Promise<void> {
  const t = useTranslations('monitor-import')
  const { session } = useImport()
  const reasons = useReasonTexts()
  return async (refused) => {
    const header = [t('files.line'), t('files.reason')]
    saveCsv(t('files.rejected'), await session.ask('rejected', { header, reasons, refused }))
  }
}
