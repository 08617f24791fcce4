'use client'

import { type ChangeEvent, type DragEvent, useState } from 'react'

import { buttonClass } from '../button-style'
import { classNames } from '../class-names'
import { Icon } from '../icon'

interface FileDropProps {
  readonly title: string
  readonly hint: string
  readonly choose: string
  readonly accept: string
  readonly onFile: (file: File) => void
}

export function FileDrop({ title, hint, choose, accept, onFile }: FileDropProps) {
  const [isDraggedOver, setIsOver] = useState(false)
  const open = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    open(event.dataTransfer.files)
  }
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    open(event.target.files)
    event.target.value = ''
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames(
        'flex min-h-36 flex-col items-center justify-center gap-2 rounded-md border border-dashed px-4 py-6 text-center',
        isDraggedOver ? 'border-accent-line bg-accent-soft' : 'border-edge/60',
      )}
    >
      <Icon name="upload" size={20} className="text-muted" />
      <p className="font-medium">{title}</p>
      <p className="text-sm text-muted">{hint}</p>
      <label
        className={buttonClass(
          {},
          'mt-1 cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent-ink',
        )}
      >
        {choose}
        <input type="file" accept={accept} onChange={change} className="sr-only" />
      </label>
    </div>
  )
}
