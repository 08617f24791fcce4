'use client'

import { useTranslations } from 'use-intl'

import { isGraphRole } from '../graph/model/graph-links'

/** Returns the name of a role; an unknown role is shown as the service names it. */
export function useRoleName(): (role: string) => string {
  const t = useTranslations('companies.people')
  return (role) => {
    if (isGraphRole(role)) return t(`roles.${role}`)
    return role === '' ? t('roleUnsaid') : role
  }
}
