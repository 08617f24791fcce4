'use client'

import { type ClipboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Card, CardBody } from '@/components/ui/card'
import { FileDrop } from '@/components/ui/inputs/file-drop'
import { TextArea } from '@/components/ui/inputs/text-area'

import { SourceSummary } from './source-summary'
import { useImport } from './use-import'

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,text/csv,text/plain'
/** A field with more than this makes the browser slow, so a longer paste is kept beside it. */
const LONGEST_FIELD = 20_000
const TYPING_MS = 150

/** Reads the field a moment after the last key. */
function useTyping() {
  const { session, state } = useImport()
  const [text, setText] = useState(state.text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    // At once, so that nothing typed is lost when a file takes the place of the field.
    session.change({ text: next })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void session.type(next), TYPING_MS)
  }
  return { text, type }
}

function PasteField() {
  const t = useTranslations('monitor-import.source')
  const { session } = useImport()
  const { text, type } = useTyping()
  const field = useRef<HTMLTextAreaElement>(null)
  const typeEarly = useEffectEvent(() => {
    const early = field.current?.value ?? ''
    if (early !== text) type(early)
  })
  // What was typed or pasted before this code had come is in the field, and nowhere else.
  useEffect(() => typeEarly(), [])
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (pasted.length + text.length < LONGEST_FIELD) return
    event.preventDefault()
    void session.paste(text.trim() === '' ? pasted : `${text}\n${pasted}`)
  }
  return (
    <TextArea
      ref={field}
      label={t('field')}
      hint={t('hint')}
      placeholder={t('placeholder')}
      rows={9}
      spellCheck={false}
      autoComplete="off"
      value={text}
      onPaste={paste}
      onChange={(event) => type(event.target.value)}
      className="font-mono text-sm"
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
      accept={ACCEPTED}
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
