'use client'

import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { useCountValues } from '@/components/ui/use-count-values'
import { MAX_FILTER_ITEMS } from '@/lib/domain/filter-lists'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import { MAX_NAME_LENGTH } from '../../draft/filter-draft'
import { valueLabel } from '../../draft/value-label'
import type { ImportEntry } from './import-entries'
import type { PlanFault } from './import-plan'
import type { ImportFault, JudgedValue } from './judge-values'
import type { FilterFileFault } from './read-filter-file'
import type { ImportOutcome } from './run-filter-import'

const jsonFaults = ['json', 'other', 'alerts', 'newer', 'none'] as const

export function useFileFaultText(): (fault: FilterFileFault) => string {
  const t = useTranslations('filters')
  const sourceFault = useTranslations('source-faults')
  return (fault) => {
    const json = jsonFaults.find((each) => each === fault)
    if (json !== undefined) return t(`import.fileFaults.${json}`)
    // Safe: a fault that does not concern JSON concerns the source.
    return sourceFault(fault as Exclude<FilterFileFault, (typeof jsonFaults)[number]>)
  }
}

const importOnlyFaults = ['unknown_list', 'no_text', 'foreign', 'refused'] as const
type ImportOnlyFault = (typeof importOnlyFaults)[number]

export function useReasonText(): (value: JudgedValue) => string {
  const t = useTranslations('filters')
  return ({ fault, list, listWord, message, suggestion }) => {
    if (fault === undefined) return ''
    const importOnlyFault = importOnlyFaults.find((each) => each === fault)
    if (importOnlyFault !== undefined)
      return t(`import.valueFaults.${importOnlyFault}`, { list: maskPesels(listWord), message: message ?? '' })
    const reason = t(`faults.${fault as Exclude<ImportFault, ImportOnlyFault>}`)
    if (suggestion === undefined || list === undefined) return reason
    return `${reason}. ${t('editor.suggestion', { value: valueLabel(list, suggestion, false) })}`
  }
}

export function usePlanFaultText(): (fault: PlanFault, entry: ImportEntry) => string {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  return (fault, { judged: { over } }) => {
    if (fault !== 'over') return t(`import.planFaults.${fault}`, { max: MAX_NAME_LENGTH })
    return over
      .map(({ list, count }) =>
        t('import.planFaults.over', {
          list: t(`lists.${list}`),
          ...countValues(count),
          max: countValues(MAX_FILTER_ITEMS).count,
          over: countValues(count - MAX_FILTER_ITEMS).count,
        }),
      )
      .join(' ')
  }
}

type RefusedOutcome = Extract<ImportOutcome, { readonly kind: 'refused' }>

export function useRefusalText(): (refused: RefusedOutcome) => string {
  const t = useTranslations('filters.import.refused')
  const countValues = useCountValues()
  const toText = useFailureText()
  return ({ error, faults }) => {
    const values = [...faults.values()].flatMap((byValue) => [...byValue.keys()])
    const foreign = values.filter((value) => value.startsWith('sealed:')).length
    if (foreign > 0) return t('foreign', countValues(foreign))
    if (values.length > 0) return t('values', countValues(values.length))
    if (error.code === 'filter_limit') return t('limit')
    if (error.code === 'filter_changed') return t('changed')
    return error.status === 404 ? t('gone') : toText(error)
  }
}
