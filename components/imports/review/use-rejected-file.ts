'use client'
import { useMessages, useTranslations } from 'use-intl'

import { saveCsv } from '@/components/ui/save-file'
import { identifierTypes } from '@/lib/domain/identifiers/identifiers'

import type { RefusedItem } from '../job/job'
import type { ReasonTexts } from '../session/import-service'
import { COUNTRY_PLACEHOLDER, LINE_PLACEHOLDER } from '../session/to-rejection'
import { useImport } from '../use-import'

const kinds = [...identifierTypes, 'other'] as const

export function useReasonTexts(): ReasonTexts {
  const t = useTranslations('imports')
  const { imports: words } = useMessages()
  // Safe: the catalogue has exactly one text per reason.
  const reasonKeys = Object.keys(words.faults) as (keyof typeof words.faults)[]
  const kindsOf = (key: keyof typeof words.faults) =>
    kinds.map((kind): [string, string] => [
      `${kind}:${key}`,
      t(`faults.${key}`, { kind, country: COUNTRY_PLACEHOLDER }),
    ])
  return {
    ...Object.fromEntries(reasonKeys.flatMap(kindsOf)),
    'other:repeated': t('review.repeatedOf', { line: LINE_PLACEHOLDER }),
  }
}

export function useRejectedFile(): (refused: readonly RefusedItem[]) => Promise<void> {
  const t = useTranslations('imports')
  const { session } = useImport()
  const reasons = useReasonTexts()
  return async (refused) => {
    const header = [t('files.line'), t('files.reason')]
    saveCsv(t('files.rejected'), await session.callWorker('rejected', { header, reasons, refused }))
  }
}
