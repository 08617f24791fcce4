'use client'

import { useTranslations } from 'use-intl'

import type { RequestForm } from '@/lib/contract/console/request-form'

import { type RequestFault, unplacedFaults } from './faults'
import { useFaultWords } from './use-fault-words'

interface UnplacedFaultsProps {
  readonly form: RequestForm
  readonly faults: { readonly by: 'check' | 'service'; readonly list: readonly RequestFault[] } | undefined
  /** The body has no fields now. */
  readonly isJson: boolean
}

/** That something is wrong, and what of it no field says. */
export function UnplacedFaults({ form, faults, isJson }: UnplacedFaultsProps) {
  const t = useTranslations('console.faults')
  const words = useFaultWords()
  if (faults === undefined) return null
  const ofBody = isJson ? faults.list.filter(({ at }) => at[0] === 'body') : []
  const loose = [...new Set([...unplacedFaults(form, faults.list), ...ofBody])]
  return (
    <div role="alert" className="border-t bg-danger-soft px-4 py-2.5 text-danger-ink">
      <p className="font-medium">{t(faults.by === 'check' ? 'title' : 'refused')}</p>
      {loose.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {loose.slice(0, 20).map((fault) => (
            <li key={`${fault.at.join('.')} ${fault.message}`}>
              {t('at', { place: fault.at.join('.'), text: words(fault) })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
