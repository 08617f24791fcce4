import { pages } from '@/lib/domain/pages'

/** The page of what an alert found, or of one procedure among it. */
export const matchesPath = (alertId: string, tenderId?: string): string =>
  `${pages.bzpMatches.path}?${new URLSearchParams({ alert: alertId, ...(tenderId !== undefined && { tender: tenderId }) }).toString()}`
