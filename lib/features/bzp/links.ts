import { pages } from '@/lib/domain/pages'

export const matchesPath = (alertId: string, tenderId?: string): string =>
  `${pages.bzpMatches.path}?${new URLSearchParams({ alert: alertId, ...(tenderId !== undefined && { tender: tenderId }) }).toString()}`
