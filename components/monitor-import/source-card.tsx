'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { LIST_FILES } from '@/components/source-reading/list-files'
import { Card, CardBody } from '@/components/ui/card'
import { FileDrop } from '@/components/ui/inputs/file-drop'
import { PasteArea } from '@/components/ui/inputs/paste-area'

import { SourceSummary } from './source-summary'
import { useImport } from './use-import'

const TYPING_MS = 150

function PasteField() {
  const t = useTranslations('monitor-import.source')
  const { session, state } = useImport()
  const [text, setText] = useState(state.text)
  const type = (next: string) => {
    setText(next)
    // At once, so that nothing typed is lost when a file takes the place of the field.
    session.change({ text: next })
  }
  return (
    <PasteArea
      label={t('field')}
      hint={t('hint')}
      placeholder={t('placeholder')}
      rows={9}
      text={text}
      onText={type}
      onSettled={(typed) => void session.type(typed)}
      settleMs={TYPING_MS}
      onLongPaste={(pasted) => void session.paste(pasted)}
    />
  )
}

function FileField() {
  const t = useTranslations('monitor-import.source')
  const { session } = useImport()
  return (
    <FileDrop
      title={t('drop')}
      hint={t('dropHint')}
      choose={t('choose')}
      accept={LIST_FILES}
      onFile={(file) => void session.open(file)}
    />
  )
}

/** The list itself: typed, pasted or from a file. What was typed stays when a file cannot be read. */
export function SourceCard() {
  const faults = useTranslations('source-faults')
  const { state } = useImport()
  const { source, fault, snapshot } = state
  const isField = source.kind === 'text' || (fault !== undefined && snapshot === undefined)
  const name = source.kind === 'file' ? source.name : ''
  return (
    <Card>
      <CardBody className="grid gap-3">
        {fault !== undefined && (
          <Banner tone="danger">
            {name !== '' && <strong className="font-semibold break-all">{name}: </strong>}
            {faults(fault)}
          </Banner>
        )}
        {isField ? (
          <div className="grid items-start gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <PasteField />
            <FileField />
          </div>
        ) : (
          <SourceSummary />
        )}
      </CardBody>
    </Card>
  )
}
