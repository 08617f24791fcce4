'use client'

import { useTranslations } from 'use-intl'

import { isGraphRole } from '../graph/model/graph-links'

/** What a role is called; one that only the service knows as it names it. */
export function useRoleName(): (role: string) => string {
  const t = useTranslations('companies.people')
  return (role) => {
    if (isGraphRole(role)) return t(`roles.${role}`)
    return role === '' ? t('roleUnsaid') : role
  }
}
