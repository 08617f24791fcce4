'use client'

import { useTranslations } from 'use-intl'

const known = ['board', 'liquidator', 'supervisory_board', 'proxy', 'shareholder', 'beneficial_owner'] as const
type KnownRole = (typeof known)[number]
const isKnown = (role: string): role is KnownRole => known.some((each) => each === role)

/** What a role is called; one that only the service knows as it names it. */
export function useRoleName(): (role: string) => string {
  const t = useTranslations('companies.people')
  return (role) => {
    if (isKnown(role)) return t(`roles.${role}`)
    return role === '' ? t('roleUnsaid') : role
  }
}
