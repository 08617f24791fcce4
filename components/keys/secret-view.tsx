'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'

import type { MadeKey } from './made-key'

interface SecretViewProps {
  readonly made: MadeKey
  readonly isCopied: boolean
  readonly onCopied: () => void
  readonly onDone: () => void
}

/** Says nothing of the key, not even its length. */
const MASK = '•'.repeat(24)

/** Masked until it is asked for; copying does not unmask it. */
export function SecretView({ made, isCopied, onCopied, onDone }: SecretViewProps) {
  const t = useTranslations('keys.dialog')
  const [isShown, setIsShown] = useState(false)
  const labelId = useId()
  return (
    <div className="space-y-4">
      <p>{t('secretText')}</p>
      <div>
        <p id={labelId} className="mb-1.5 font-medium">
          {t('secretLabel')}
        </p>
        <div className="flex flex-wrap items-center gap-2 rounded-md border bg-hover px-3 py-2">
          <code aria-labelledby={labelId} role="group" className="min-w-0 flex-1 basis-64 font-mono break-all">
            {isShown ? made.secret : MASK}
          </code>
          <Button
            size="sm"
            variant="ghost"
            iconOnly
            aria-label={t(isShown ? 'hide' : 'show')}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} />
          </Button>
          <CopyButton value={made.secret} label={t('copy')} variant="primary" onCopied={onCopied} autoFocus />
        </div>
        <p className="mt-1 min-h-5 text-sm text-accent-ink">{isCopied ? t('copied') : ''}</p>
      </div>
      <div className="flex justify-end">
        <Button onClick={onDone}>{t('done')}</Button>
      </div>
    </div>
  )
}
