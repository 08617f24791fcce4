import { pages } from '@/lib/domain/pages'

/** The page of what an alert found. */
export const matchesUrl = (panelUrl: string, alertId: string): string =>
  `${panelUrl}${pages.bzp.path}/matches?${new URLSearchParams({ alert: alertId }).toString()}`
