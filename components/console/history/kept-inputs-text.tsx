'use client'

import { useTranslations } from 'use-intl'

import type { ConsoleCall } from '@/lib/contract/panel/registers/console-calls'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What is kept of a request, in one line: `krs=0000012345 limit=20`. */
export function KeptInputsText({ call: { inputs, is_partial: isPartial } }: { readonly call: ConsoleCall }) {
  const t = useTranslations('console.history')
  const pairs = [inputs.params, inputs.query, inputs.body].flatMap((values) => Object.entries(values ?? {}))
  const text = pairs.map(([name, value]) => `${name}=${textOf(value)}`).join(' ')
  if (text === '' && !isPartial) return null
  return (
    <span className="block max-w-md truncate text-sm font-normal text-muted">
      <code className="font-mono">{text}</code>
      {isPartial && (
        <span>
          {text === '' ? '' : ' · '}
          {t('partial')}
        </span>
      )}
    </span>
  )
}
