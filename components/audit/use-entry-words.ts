'use client'

import { useTranslations } from 'use-intl'

/** Words of actions, fields and actors; what has none yet is shown as it is written down. */
export function useEntryWords() {
  const t = useTranslations('audit')
  const word = (group: 'actions' | 'fields' | 'actors', name: string): string => {
    if (!/^\w+(\.\w+)?$/.test(name)) return name
    // Sound: `has` says next whether it is a key; this one stands for all of them.
    const key = `${group}.${name}` as 'actors.panel'
    return t.has(key) ? t(key) : name
  }
  return {
    action: (name: string) => word('actions', name),
    field: (name: string) => word('fields', name),
    actor: (name: string) => word('actors', name),
  }
}
