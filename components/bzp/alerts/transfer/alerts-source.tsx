'use client'

import { type ChangeEvent, useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { buttonClass } from '@/components/ui/button-style'
import { TextArea } from '@/components/ui/inputs/text-area'
import { formatBytes } from '@/lib/domain/format/format'

interface AlertsSourceProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly fault: string | undefined
}

const MAX_BYTES = 8_000_000

/** Where the alerts come from: a file, or what is pasted. */
export function AlertsSource({ text, onChange, fault }: AlertsSourceProps) {
  const t = useTranslations('bzp-alerts.importing')
  const locale = useLocale()
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same file may be chosen again once it was corrected.
    target.value = ''
    if (file === undefined) return
    const sizes = { size: formatBytes(file.size, locale), max: formatBytes(MAX_BYTES, locale) }
    if (file.size > MAX_BYTES) return setProblem(t('faults.big', sizes))
    setProblem(undefined)
    onChange(await file.text().catch(() => ''))
  }
  return (
    <div className="space-y-3">
      <p className="text-muted">{t('text')}</p>
      <label
        htmlFor={id}
        className={buttonClass(
          {},
          'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent-ink',
        )}
      >
        {t('file')}
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          className="sr-only"
          onChange={(event) => void read(event)}
        />
      </label>
      <TextArea
        label={t('paste')}
        hint={t('pasteHint')}
        error={problem ?? fault}
        rows={8}
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className="font-mono text-sm"
      />
    </div>
  )
}
