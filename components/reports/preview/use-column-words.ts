'use client'

import { useMessages, useTranslations } from 'use-intl'

/** The display name of a column; an unknown column is shown unchanged. */
export function useColumnWords(): (name: string) => string {
  const t = useTranslations('report-preview.columns')
  const { 'report-preview': words } = useMessages()
  const isKnown = (name: string): name is keyof typeof words.columns => Object.hasOwn(words.columns, name)
  return (name) => (isKnown(name) ? t(name) : name)
}
