'use client'

import { useTranslations } from 'use-intl'

import { Button } from '../button'
import { Icon } from '../icon'

export type FileFormat = 'csv' | 'xlsx' | 'pdf' | 'zip'

interface FileButtonProps {
  readonly format: FileFormat
  /** What the file contains, for screen readers. */
  readonly of: string
  readonly isPending?: boolean | undefined
  readonly disabledReason?: string | undefined
  readonly onClick: () => void
}

/** Saves a file. The label of a format is the same on every page. */
export function FileButton({ format, of, ...button }: FileButtonProps) {
  const t = useTranslations('common.download')
  return (
    <Button size="sm" aria-label={t('named', { label: t(format), of })} {...button}>
      {!button.isPending && <Icon name="download" />}
      {t(format)}
    </Button>
  )
}
