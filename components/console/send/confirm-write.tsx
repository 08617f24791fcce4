'use client'

import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { TextField } from '@/components/ui/inputs/text-field'
import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import type { RequestInputs } from '@/lib/contract/console/kept-inputs'

import type { Confirmation } from './use-confirmation'
import { useEffectWords } from './use-effect-words'

interface ConfirmWriteProps {
  readonly operation: ConsoleOperation
  readonly inputs: RequestInputs
  readonly confirmation: Confirmation
}

/** Names the account and what is done to it: a tick for what changes something, the id typed back for what deletes. */
export function ConfirmWrite({ operation, inputs, confirmation }: ConfirmWriteProps) {
  const t = useTranslations('console.send')
  const { account } = useViewer()
  const effect = useEffectWords()(operation.name, inputs)
  const { field, isGiven, id, typed, change, isMissed } = confirmation
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
          isMissed || (typed.length >= id.length && typed !== id)
            ? t('typedWrong', { name: confirmation.idName })
            : undefined
        }
        onChange={(event) => change(event.target.value)}
      />
    </div>
  )
}
