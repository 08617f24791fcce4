'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { saveFile } from '@/components/ui/save-file'

import type { AnswerBody } from '../request/answer'
import { prettyJson, toScreenLines } from './pretty-json'
import { TextLines } from './text-lines'

/** Beyond these an answer is shown as plain text, so that the page never stands still. */
const MOST_COLOURED_LINES = 10_000
const MOST_COLOURED_LETTERS = 500_000
/** Beyond this it is not set in lines either. */
const MOST_SET_LETTERS = 10_000_000

export function TextBody({ body: { text, isJson } }: { readonly body: Extract<AnswerBody, { kind: 'text' }> }) {
  const t = useTranslations('console.answer')
  const shown = useMemo(() => (isJson && text.length <= MOST_SET_LETTERS ? prettyJson(text) : text), [text, isJson])
  const lines = useMemo(() => toScreenLines(shown), [shown])
  const isColoured = isJson && lines.length <= MOST_COLOURED_LINES && text.length <= MOST_COLOURED_LETTERS
  if (text === '') return null
  return (
    <div>
      <div className="flex flex-wrap items-center justify-end gap-2 px-4 pt-2">
        {isJson && !isColoured && <p className="mr-auto text-sm text-muted">{t('plain')}</p>}
        <CopyButton value={shown} label={t('copy')} />
        <Button size="sm" onClick={() => saveFile(isJson ? 'answer.json' : 'answer.txt', new Blob([shown]))}>
          <Icon name="download" size={14} />
          {t('save')}
        </Button>
      </div>
      <div className="py-2">
        <TextLines label={t('linesLabel')} lines={lines} isColoured={isColoured} />
      </div>
    </div>
  )
}
