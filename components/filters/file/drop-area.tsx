'use client'

import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { toast } from '@/components/ui/overlay/toast'

interface DropAreaProps {
  /** What dropping a file here does; shown while a file is dragged over the area. */
  readonly label: string
  readonly onFile: (file: File) => void
  readonly children: ReactNode
}

const containsFile = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean =>
  dataTransfer.types.includes('Files')

/**
 * Stops the browser from opening a file dropped outside an area, which would replace the page and discard the edits.
 */
export function useRejectStrayFiles(): void {
  useEffect(() => {
    const rejectFile = (event: globalThis.DragEvent) => {
      const { dataTransfer } = event
      if (event.defaultPrevented || dataTransfer === null || !containsFile({ dataTransfer })) return
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', rejectFile)
    window.addEventListener('drop', rejectFile)
    return () => {
      window.removeEventListener('dragover', rejectFile)
      window.removeEventListener('drop', rejectFile)
    }
  }, [])
}

/** Accepts a file dropped on its children; the innermost area receives it. */
export function DropArea({ label, onFile, children }: DropAreaProps) {
  const t = useTranslations('filters.file')
  const [isOver, setIsOver] = useState(false)
  const handleDragOver = (event: DragEvent) => {
    if (!containsFile(event)) return
    event.preventDefault()
    event.stopPropagation()
    setIsOver(true)
  }
  const leave = (event: DragEvent) => {
    const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
    if (!isInside) setIsOver(false)
  }
  const drop = (event: DragEvent) => {
    if (!containsFile(event)) return
    event.preventDefault()
    event.stopPropagation()
    setIsOver(false)
    const { files } = event.dataTransfer
    const [file] = files
    if (files.length > 1) toast.error(t('oneAtATime'))
    else if (file !== undefined) onFile(file)
  }
  return (
    <div
      onDragOver={handleDragOver}
      onDragLeave={leave}
      onDrop={drop}
      className={classNames('relative', isOver && 'rounded-md outline-2 outline-accent-line outline-dashed')}
    >
      {children}
      {isOver && (
        <p className="pointer-events-none absolute inset-x-0 top-2 mx-auto w-fit floating px-3 py-1.5 font-medium">
          {label}
        </p>
      )}
    </div>
  )
}
