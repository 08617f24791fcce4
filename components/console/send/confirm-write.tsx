'use client'

import { useTranslations, useLocale } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { TextField } from '@/components/ui/inputs/text-field'
import { useCountValues } from '@/components/ui/use-count-values'
import type { ConsoleOperation, ConsoleName } from '@/lib/contract/console/console-operations'
import type { RequestInputs } from '@/lib/contract/console/stored-inputs'
import { formatNetZloty } from '@/lib/domain/format/format'

import type { Confirmation } from './use-confirmation'

const sizeOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** Describes what a write does to the account, before it is sent. */
function useEffectWords(): (name: ConsoleName, inputs: RequestInputs) => string {
  const t = useTranslations('console.effects')
  const locale = useLocale()
  const countValues = useCountValues()
  const capWords = (value: unknown) =>
    typeof value === 'number' ? t('setCap', { amount: formatNetZloty(value, locale) }) : t('defaultCap')
  return (name, { body = {} }) => {
    switch (name) {
      case 'usage.setSpendCap':
        return capWords(body['spend_cap_pln'])
      case 'monitors.create':
        return t('addMonitors', countValues(1))
      case 'monitors.bulkCreate':
        return t('addMonitors', countValues(sizeOf(body['items'])))
      case 'monitors.bulkTag':
        return t('tagMonitors', countValues(sizeOf(body['ids'])))
      default:
        return name in PLAIN ? t(PLAIN[name as keyof typeof PLAIN]) : t('other')
    }
  }
}

const PLAIN = {
  'monitors.update': 'labelMonitor',
  'monitors.delete': 'deleteMonitor',
  'filters.create': 'addFilter',
  'filters.update': 'replaceFilter',
  'filters.delete': 'deleteFilter',
  'reports.create': 'orderReport',
  'reports.delete': 'deleteReport',
} as const

interface ConfirmWriteProps {
  readonly operation: ConsoleOperation
  readonly inputs: RequestInputs
  readonly confirmation: Confirmation
}

/** Names the account and the effect. A write requires a checkbox; a deletion requires typing the id. */
export function ConfirmWrite({ operation, inputs, confirmation }: ConfirmWriteProps) {
  const t = useTranslations('console.send')
  const { account } = useViewer()
  const effect = useEffectWords()(operation.name, inputs)
  const { field, isGiven, id, typed, change, isMissing } = confirmation
  const text = t('confirm', { account: account.name, effect })
  if (operation.method !== 'DELETE') {
    return (
      <div ref={field}>
        <Checkbox checked={isGiven} onChange={(event) => change(event.target.checked ? id : '')}>
          {text}
        </Checkbox>
      </div>
    )
  }
  return (
    <div ref={field} className="max-w-md">
      <p className="mb-2 text-danger-ink">{text}</p>
      <TextField
        label={t('typed')}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        error={
          isMissing || (typed.length >= id.length && typed !== id)
            ? t('typedWrong', { name: confirmation.idName })
            : undefined
        }
        onChange={(event) => change(event.target.value)}
      />
    </div>
  )
}
