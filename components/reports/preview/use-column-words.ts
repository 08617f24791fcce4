'use client'

import { useMessages, useTranslations } from 'use-intl'

/** The name of a column in words; one that this version does not know is shown as it came. */
export function useColumnWords(): (name: string) => string {
  const t = useTranslations('report-preview.columns')
  const { 'report-preview': words } = useMessages()
  const isKnown = (name: string): name is keyof typeof words.columns => Object.hasOwn(words.columns, name)
  return (name) => (isKnown(name) ? t(name) : name)
}
