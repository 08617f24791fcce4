'use client'

import { createContext, type ReactNode, use, useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'

import { useSourceName } from '../search/source-name'

interface RowTranslations {
  readonly row: ReturnType<typeof useTranslations<'monitors.row'>>
  readonly kinds: ReturnType<typeof useTranslations<'monitors.kinds'>>
  readonly nameOfSource: (source: string) => string
  /** Shown for a monitor whose subject the service did not name. */
  readonly notNamed: { readonly text: string; readonly title: string }
}

const Context = createContext<RowTranslations | undefined>(undefined)

/** Texts of all rows of a table, looked up once: a translator in every cell would slow down scrolling. */
export function RowTranslationsProvider({ children }: { readonly children: ReactNode }) {
  const row = useTranslations('monitors.row')
  const kinds = useTranslations('monitors.kinds')
  const nameOfSource = useSourceName()
  const { mode } = useViewer()
  const words = useMemo(() => {
    const notNamed = { text: row(`notNamed.${mode}`), title: row(`notNamedTitle.${mode}`) }
    return { row, kinds, nameOfSource, notNamed }
  }, [row, kinds, nameOfSource, mode])
  return <Context value={words}>{children}</Context>
}

export function useRowTranslations(): RowTranslations {
  const words = use(Context)
  if (words === undefined) throw new Error('useRowTranslations needs a RowTranslationsProvider above it')
  return words
}
