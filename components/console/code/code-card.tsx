'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Card, CardBody } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import type { RequestInputs } from '@/lib/contract/console/stored-inputs'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import { buildRequest } from '../request/build-request'
import { type CodeRequest, KEY_VARIABLE } from './code-request'
import { curlCommand } from './curl'
import { pythonCode } from './python'
import { RawText } from './raw-text'
import { typescriptCode } from './typescript'

const LANGUAGES = { curl: curlCommand, typescript: typescriptCode, python: pythonCode } as const
type Language = keyof typeof LANGUAGES

export interface CodeCardProps {
  readonly operation: ConsoleOperation
  /** Undefined while the body is invalid. */
  readonly inputs: RequestInputs | undefined
  readonly server: string
}

/** The request as code to be copied, with its values but without the key. */
export function CodeCard({ operation, inputs, server }: CodeCardProps) {
  const t = useTranslations('console.code')
  const [language, setLanguage] = useState<Language>('curl')
  const text = inputs && LANGUAGES[language](toCode(operation, inputs, server))
  const shown = text === undefined ? '' : maskPesels(text)
  return (
    <Card
      title={t('title')}
      aside={
        <SegmentedControl
          label={t('language')}
          segments={(['curl', 'typescript', 'python'] as const).map((value) => ({ value, label: t(value) }))}
          value={language}
          onChange={setLanguage}
        />
      }
    >
      <CardBody className="space-y-2">
        {text === undefined ? (
          <p className="text-muted">{t('notReady')}</p>
        ) : (
          <>
            <RawText label={t(language)} text={shown} maxRows={20} />
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-muted">
              <p>{t('key', { name: KEY_VARIABLE })}</p>
              <CopyButton value={text} label={t('copy')} />
            </div>
            {shown !== text && <p className="text-sm text-warn-ink">{t('personal')}</p>}
          </>
        )}
      </CardBody>
    </Card>
  )
}

const EXTENSIONS: Readonly<Record<string, string>> = { 'application/pdf': '.pdf', 'application/zip': '.zip' }

function toCode(operation: ConsoleOperation, inputs: RequestInputs, server: string): CodeRequest {
  const { name, produces, media = [], isStream } = operation
  const [firstMedia, ...others] = media
  const extension = others.length === 0 ? (EXTENSIONS[firstMedia ?? ''] ?? '') : ''
  return {
    request: buildRequest(operation, inputs),
    server,
    answer: isStream ? 'lines' : produces,
    fileName: `${name.replaceAll('.', '-')}${extension}`,
  }
}
