'use client'

import { useState } from 'react'

import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog'
import { isTypedCount, needsTypedCount } from './typed-count'
import { TypedCountField } from './typed-count-field'

export interface TypedCountDialogProps extends ConfirmDialogProps {
  /** How many rows it is about; above 500 the number is asked for. */
  readonly count: number
}

/** A `ConfirmDialog` that has the number of rows typed back when they are many. Mount it anew for each question. */
export function TypedCountDialog({ count, children, onConfirm, ...props }: TypedCountDialogProps) {
  const [text, setText] = useState('')
  const [isMissed, setIsMissed] = useState(false)
  const isAsked = needsTypedCount(count)
  const confirm = () => {
    if (isAsked && !isTypedCount(text, count)) setIsMissed(true)
    else onConfirm()
  }
  return (
    <ConfirmDialog {...props} onConfirm={confirm}>
      {isAsked ? (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            confirm()
          }}
        >
          <div>{children}</div>
          <TypedCountField count={count} text={text} onChange={setText} isMissed={isMissed} />
        </form>
      ) : (
        children
      )}
    </ConfirmDialog>
  )
}
